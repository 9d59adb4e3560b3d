/** The words in Arabic of a dish and its options, in the order of en-dish.ts. */
import { foodName } from '#contract/menu/allergens.ts';
import type { enDish } from './en-dish.ts';
import { pluralIn } from './plural-forms.ts';

const counted = pluralIn('ar');

export const arDish: typeof enDish = {
  food: (name) => foodName(name, 'ar'),
  allergens: (names) => `يحتوي على: ${names}`,
  withoutFood: (name) => `بدون ${name}`,
  foodFilter: 'اعرض الأطباق حسب محتواها',
  noDishSuits: 'لا يوجد طبق مصرّح بأنه يناسب ذلك',
  calories: (count) => counted(count, { few: '# سعرات حرارية', other: '# سعرة حرارية' }),
  required: 'مطلوب',
  optional: 'اختياري',
  notOffered: 'غير متاح حاليًا',
  quantity: 'الكمية',
  chooseOne: 'اختر واحدًا',
  multipleSelect: 'اختيار متعدد',
  chooseAtLeast: (count) => `${choices(count)} على الأقل`,
  chooseMore: (count) => `اختر ${choices(count)} على الأقل`,
  atMost: (count) => `${choices(count)} على الأكثر`,
  upTo: (count) => `حتى ${choices(count)}`,
  optionsInAll: (count) => `حتى ${choices(count)} في المجموع، ويُحسب الخيار في كل مرة تختاره.`,
  dishFull: (count) => `للطبق حتى ${choices(count)}. أزل خيارًا لتختار غيره.`,
  halves: 'اختر واحدًا، أو اثنين نصفًا من كلٍّ منهما بسعر الأغلى',
  eachUpTo: (count) =>
    counted(count, {
      two: 'كل خيار حتى مرتين',
      few: 'كل خيار حتى # مرات',
      many: 'كل خيار حتى # مرة',
      other: 'كل خيار حتى # مرة',
    }),
  freeChoices: (count) =>
    counted(count, {
      one: 'خيار واحد مجاني',
      two: 'خياران مجانيان',
      few: '# خيارات مجانية',
      many: '# خيارًا مجانيًا',
      other: '# خيار مجاني',
    }),
  alsoAsked: (names) => `تحته خيارات أخرى: ${names}`,
  addToBasket: (count) => `أضف ${count} إلى السلة`,
  lineNote: 'ملاحظة على هذا الطبق',
  lineNoteHint: 'مثلًا: بدون بصل',
  lettersOver: (count) =>
    counted(count, {
      one: 'حرف واحد زائد عن الحد',
      two: 'حرفان زائدان عن الحد',
      few: '# أحرف زائدة عن الحد',
      many: '# حرفًا زائدًا عن الحد',
      other: '# حرف زائد عن الحد',
    }),
  updateBasket: 'تحديث السلة',
};

function choices(count: number): string {
  return counted(count, {
    one: 'خيارًا واحدًا',
    two: 'خيارين',
    few: '# خيارات',
    many: '# خيارًا',
    other: '# خيار',
  });
}
