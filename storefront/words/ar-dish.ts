/** The words in Arabic of a dish and its options, in the order of en-dish.ts. */
import type { Allergen, Diet } from '#contract/base/enumerations.ts';
import type { enDish } from './en-dish.ts';
import { pluralIn } from './plural-forms.ts';

const counted = pluralIn('ar');

const foods: Record<Allergen | Diet, string> = {
  gluten: 'الغلوتين',
  crustaceans: 'القشريات',
  egg: 'البيض',
  fish: 'السمك',
  peanuts: 'الفول السوداني',
  soy: 'الصويا',
  milk: 'الحليب',
  nuts: 'المكسرات',
  celery: 'الكرفس',
  mustard: 'الخردل',
  sesame: 'السمسم',
  sulphites: 'الكبريتيت',
  lupin: 'الترمس',
  molluscs: 'الرخويات',
  vegetarian: 'نباتي',
  vegan: 'نباتي صرف',
  halal: 'حلال',
  kosher: 'كوشر',
  'gluten-free': 'خالٍ من الغلوتين',
  'lactose-free': 'خالٍ من اللاكتوز',
};

export const arDish: typeof enDish = {
  food: (name) => foods[name as Allergen | Diet] ?? name,
  allergens: (names) => `يحتوي على: ${names}`,
  calories: (count) => counted(count, { few: '# سعرات حرارية', other: '# سعرة حرارية' }),
  chooseOne: 'اختر واحدًا',
  multipleSelect: 'اختيار متعدد',
  chooseAtLeast: (count) => `${choices(count)} على الأقل`,
  chooseMore: (count) => `اختر ${choices(count)} على الأقل`,
  atMost: (count) => `${choices(count)} على الأكثر`,
  upTo: (count) => `حتى ${choices(count)}`,
  addToBasket: (count) => `أضف ${count} إلى السلة`,
  lineNote: 'ملاحظة على هذا الطبق',
  lineNoteHint: 'مثلًا: بدون بصل',
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
