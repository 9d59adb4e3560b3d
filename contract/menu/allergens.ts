/** Allergens and diets of a dish with its options, as the restaurant declares them. Server and screens share these rules. */
import { type Allergen, allergens, type Diet, type Language } from '../base/enumerations.ts';
import type { NestedList } from './nested-lists.ts';
import { areCompletable, type StoredBounds } from './option-choice.ts';

/** Fields that are empty or left out declare nothing. */
export interface DeclaredFoods {
  allergens?: readonly string[] | null | undefined;
  diets?: readonly string[] | null | undefined;
}

/** A dish as the allergens and diets of a guest's wish are looked for in it. */
export interface DeclaredDish extends DeclaredFoods {
  /** Ids are needed where lists are nested. */
  lists: readonly (StoredBounds &
    Partial<NestedList> & { options: readonly (DeclaredFoods & { _id?: string | undefined })[] })[];
}

/** The allergens that a guest must not have, and the diets that a dish has to be fit for. */
export interface FoodWish {
  without: readonly string[];
  diets: readonly string[];
}

/** Allergens that contradict a diet. Milk may be free of lactose, and meat may be halal. */
const contradictions: Partial<Record<string, readonly Allergen[]>> = {
  vegetarian: ['crustaceans', 'fish', 'molluscs'],
  vegan: ['crustaceans', 'egg', 'fish', 'milk', 'molluscs'],
  kosher: ['crustaceans', 'molluscs'],
  'gluten-free': ['gluten'],
} satisfies Partial<Record<Diet, readonly Allergen[]>>;

/** The declared fields as they travel: most options and many dishes have none, and theirs are left out. */
export function declaredFoods({ allergens, diets }: DeclaredFoods): { allergens?: string[]; diets?: string[] } {
  return {
    ...(allergens && allergens.length > 0 && { allergens: [...allergens] }),
    ...(diets && diets.length > 0 && { diets: [...diets] }),
  };
}

/** A line with its options: every allergen of any of them, in the order of the law, and the diets that all of them keep. */
export function foodsOfLine(line: DeclaredFoods & { options: readonly DeclaredFoods[] }): {
  allergens: Allergen[];
  diets: string[];
} {
  const contained = [line, ...line.options].flatMap((part) => part.allergens ?? []);
  return {
    allergens: allergens.filter((one) => contained.includes(one)),
    diets: (line.diets ?? []).filter((diet) => line.options.every((option) => keepsDiet(option, diet))),
  };
}

/**
 * Whether the dish can be had so: options that nobody has to choose do not matter, of required ones there have to be enough, those of the
 * lists that they open among them.
 */
export function suitsWish(dish: DeclaredDish, wish: FoodWish): boolean {
  return (
    wish.diets.every((diet) => isDeclaredFor(dish, diet)) &&
    wish.without.every((name) => isDeclaredWithout(dish, name)) &&
    areCompletable(
      dish.lists.map(({ listId = '', options, ...list }) => ({
        ...list,
        listId,
        modifiers: options.map((option) => ({ modifierId: option._id ?? '', isAvailable: isFit(option, wish) })),
      })),
    )
  );
}

/** The diets that a dish declares, and that its own allergens or every required choice contradict. */
export function doubtfulDiets(dish: DeclaredDish): string[] {
  return (dish.diets ?? []).filter(
    (diet) => !keepsDiet(dish, diet) || !suitsWish(dish, { without: [], diets: [diet] }),
  );
}

/** An option that declares nothing adds nothing: most are sizes. */
function isFit(option: DeclaredFoods, { without, diets }: FoodWish): boolean {
  const isWithout = without.every((name) => option.allergens?.includes(name) !== true);
  return isWithout && diets.every((diet) => keepsDiet(option, diet));
}

function keepsDiet(part: DeclaredFoods, diet: string): boolean {
  if (part.allergens?.some((one) => contradictions[diet]?.some((other) => other === one))) return false;
  return !part.diets?.length || isDeclaredFor(part, diet);
}

function isDeclaredFor({ diets }: DeclaredFoods, diet: string): boolean {
  return diets?.some((one) => one === diet || (one === 'vegan' && diet === 'vegetarian')) === true;
}

/** A dish of which no allergen is named may have any: only its diet says that it has not. */
function isDeclaredWithout({ allergens, diets }: DeclaredFoods, name: string): boolean {
  if (diets?.includes(`${name}-free`)) return true;
  return Boolean(allergens?.length) && !allergens!.includes(name);
}

/** In English the codes are the names. */
export function foodName(name: string, language: Language): string {
  return language === 'ar' ? (arabicFoods[name as Allergen | Diet] ?? name) : name;
}

export const arabicFoods: Record<Allergen | Diet, string> = {
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
