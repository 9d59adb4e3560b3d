/** The words of the stamp card in Arabic: a part of ar-lazy.ts. */
import { pluralIn } from './plural-forms.ts';
import type { LazyWords } from './words.ts';

const counted = pluralIn('ar');

type StampCardWords = Pick<
  LazyWords,
  | 'stampCard'
  | 'stampsOf'
  | 'cardFull'
  | 'cardFullMore'
  | 'cardFullHint'
  | 'cardGivesDish'
  | 'cardGives'
  | 'eachOrderStamps'
  | 'ordersStamp'
  | 'stampsUntil'
  | 'tickCard'
>;

export const arStampCard: StampCardWords = {
  stampCard: 'بطاقة الأختام',
  stampsOf: (stamps, needed) =>
    counted(needed, {
      one: `${stamps} من ختم واحد`,
      two: `${stamps} من ختمين`,
      few: `${stamps} من # أختام`,
      many: `${stamps} من # ختمًا`,
      other: `${stamps} من # ختم`,
    }),
  cardFull: 'اكتملت بطاقتك',
  cardFullMore: (more) =>
    counted(more, {
      one: 'اكتملت بطاقتك، ولديك ختم إضافي',
      two: 'اكتملت بطاقتك، ولديك ختمان إضافيان',
      few: 'اكتملت بطاقتك، ولديك # أختام إضافية',
      many: 'اكتملت بطاقتك، ولديك # ختمًا إضافيًا',
      other: 'اكتملت بطاقتك، ولديك # ختم إضافي',
    }),
  cardFullHint: 'اخترها عندما تطلب.',
  cardGivesDish: 'البطاقة المكتملة: طبق مجاني.',
  cardGives: (amount) => `البطاقة المكتملة: خصم ${amount} من طلبك.`,
  eachOrderStamps: 'كل طلب مكتمل يمنحك ختمًا.',
  ordersStamp: (amount) => `كل طلب مكتمل بقيمة ${amount} أو أكثر يمنحك ختمًا.`,
  stampsUntil: (day) => `الأختام صالحة حتى ${day}.`,
  tickCard: (name) => `استخدام بطاقتي المكتملة للعرض «${name}»`,
};
