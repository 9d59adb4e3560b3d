/** The words of offers and stamp cards in Arabic: a part of ar-lazy.ts. */
import type { enOffers } from './en-offers.ts';
import { pluralIn } from './plural-forms.ts';

const counted = pluralIn('ar');

export const arOffers: typeof enOffers = {
  haveCode: 'هل لديك رمز عرض؟',
  offerCode: 'رمز العرض',
  applyCode: 'تطبيق',
  codeApplied: 'تم تطبيق الرمز.',
  checkingOffer: 'جارٍ التحقق من الرمز',
  offerReasons: {
    unknown: (code) => `لا يوجد عرض بالرمز «${code}».`,
    too_many_tries: () => 'جُرّبت رموز كثيرة. حاول مرة أخرى بعد ساعة.',
    ended: (name) => `انتهى العرض «${name}».`,
    used_up: (name) => `نفد العرض «${name}».`,
    already_used: (name) => `سبق أن استخدمت العرض «${name}».`,
    first_order_only: (name) => `العرض «${name}» لطلبك الأول فقط.`,
    card_not_full: (name) => `بطاقتك للعرض «${name}» لم تكتمل بعد.`,
    number_needed: (name) => `يتطلب العرض «${name}» رقمك: سجّل الدخول عند الطلب فيُخصم من المبلغ.`,
    other_outlet: (name) => `العرض «${name}» غير متاح في هذا الفرع.`,
    other_mode: (name) => `العرض «${name}» غير متاح لطريقة الطلب هذه.`,
    not_yet: (name, when) => `يبدأ العرض «${name}» ${when}.`,
    other_hours: (name) => `العرض «${name}» غير متاح في هذا الوقت.`,
    below_minimum: (name, missing) => `أضف ${missing} لتحصل على العرض «${name}».`,
    nothing_to_take_off: (name) => `لا يخصم العرض «${name}» شيئًا من هذه الأطباق.`,
  },
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
