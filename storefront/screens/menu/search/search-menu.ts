/** The dishes that a guest looks for: by name, description, diet, allergen and option, with one typing error forgiven. */
import { type DeclaredDish, type FoodWish, suitsWish } from '#contract/menu/allergens.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { foldText } from '#contract/base/fold-text.ts';
import { declaredDish } from '../../../state/declared-dish.ts';
import type { Menu } from '../../../state/menu.ts';
import type { Place } from '../../../state/place.ts';

/** Shorter words have too many neighbours for a typing error to be told from another word. */
const forgivingLength = 4;

interface IndexedDish {
  id: ItemId;
  name: readonly string[];
  /** Diets and allergens in the guest's language and as the catalogue has them, and the description. */
  facts: readonly string[];
  options: readonly string[];
  /** With its lists as they can be chosen from at the place. */
  declared: DeclaredDish;
}

export interface MenuIndex {
  dishes: readonly IndexedDish[];
  /** The words of each allergen that a dish or an option has, with its name in the catalogue. */
  allergens: readonly (readonly [words: readonly string[], name: string])[];
  /** The diets that a dish has. */
  diets: readonly string[];
}

/** `nameOfFood` names a diet or an allergen in the guest's language. */
export function indexMenu(
  menu: Menu,
  nameOfFood: (name: string) => string,
  place: Pick<Place, 'outlet' | 'startsAt'>,
): MenuIndex {
  const { catalogue, items, modifierLists } = menu;
  const optionsOf = new Map(
    [...modifierLists.values()].map((list) => [
      list._id,
      wordsOf(...list.modifierList.flatMap(({ name, nameTranslations }) => [name, ...Object.values(nameTranslations)])),
    ]),
  );
  const listed = new Set([
    ...catalogue.categories.flatMap((category) => category.items),
    ...(Object.keys(catalogue.unsold ?? {}) as ItemId[]),
  ]);
  const dishes = [...listed].flatMap((id): IndexedDish[] => {
    const item = items.get(id);
    if (item === undefined) return [];
    const foods = [...item.diets, ...item.allergens];
    return [
      {
        id,
        name: wordsOf(item.name, ...Object.values(item.nameTranslations)),
        facts: wordsOf(
          ...foods,
          ...foods.map(nameOfFood),
          item.description,
          ...Object.values(item.descriptionTranslations),
        ),
        options: item.modifierList.flatMap((listId) => optionsOf.get(listId) ?? []),
        declared: declaredDish(menu, item, place),
      },
    ];
  });
  const modifiers = [...modifierLists.values()].flatMap((list) => list.modifierList);
  const parts = [...items.values(), ...modifiers];
  const contained = new Set(parts.flatMap((part) => part.allergens ?? []));
  return {
    dishes,
    allergens: [...contained].map((name) => [wordsOf(name, nameOfFood(name)), name]),
    diets: [...new Set([...items.values()].flatMap((item) => item.diets))],
  };
}

/** `no nuts`, `nut free`, `without milk`; and in Arabic, whose article and prepositions may be part of the word. */
const negations = new Set(
  ['no', 'without', 'free', 'بدون', 'بلا', 'خالي', 'خال', 'دون'].flatMap((word) => wordsOf(word)),
);
const fillers = new Set(wordsOf('of from من'));

/** Found dishes, those first whose name fits best. `hasLeftOut` when dishes were left out for what they contain. */
export function searchMenu(
  { dishes, allergens }: MenuIndex,
  text: string,
  wish: FoodWish = { without: [], diets: [] },
): { found: ItemId[]; hasLeftOut: boolean } {
  let wanted = wordsOf(text);
  const unwanted = unwantedAllergens(wanted, allergens);
  if (unwanted.length > 0) wanted = [];
  const whole = { ...wish, without: [...wish.without, ...unwanted] };
  const ranked = dishes.flatMap((dish) => {
    if (!suitsWish(dish.declared, whole)) return [];
    const rank = rankOf(dish, wanted);
    return rank === null ? [] : [{ id: dish.id, rank }];
  });
  return {
    found: ranked.sort((one, other) => one.rank - other.rank).map(({ id }) => id),
    hasLeftOut: whole.without.length + whole.diets.length > 0,
  };
}

function unwantedAllergens(wanted: readonly string[], allergens: MenuIndex['allergens']): string[] {
  if (!wanted.some((word) => negations.has(word))) return [];
  const named = wanted.filter((word) => !negations.has(word) && !fillers.has(word));
  const found = allergens.filter(([words]) =>
    named.some((word) => words.some((other) => distanceRank(word, other) < 2)),
  );
  return found.map(([, name]) => name);
}

/** 0 is best; null where one of the words is nowhere. Names come before facts, and these before options. */
function rankOf({ name, facts, options }: IndexedDish, wanted: readonly string[]): number | null {
  let worst = 0;
  for (const word of wanted) {
    const rank = Math.min(bestRank(word, name), bestRank(word, facts) + 1, bestRank(word, options) + 2);
    if (rank >= 10) return null;
    worst = Math.max(worst, rank);
  }
  return worst;
}

function bestRank(word: string, others: readonly string[]): number {
  let best = 10;
  for (const other of others) {
    best = Math.min(best, distanceRank(word, other));
    if (best === 0) break;
  }
  return best;
}

/** 0: begins so. 3: has it inside. 6: begins so but for one letter. 10: is another word. */
function distanceRank(word: string, other: string): number {
  if (other.startsWith(word)) return 0;
  if (word.length > 1 && other.includes(word)) return 3;
  return word.length >= forgivingLength && beginsAlmost(word, other) ? 6 : 10;
}

/** Whether a beginning of the other word is this one with a letter more, less, changed, or two swapped. */
function beginsAlmost(word: string, other: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  const rest = word.slice(at + 1);
  return (
    other.startsWith(rest, at + 1) ||
    other.startsWith(word.slice(at), at + 1) ||
    other.startsWith(rest, at) ||
    (word[at] === other[at + 1] && word[at + 1] === other[at] && other.startsWith(word.slice(at + 2), at + 2))
  );
}

/** Words as they are compared: folded, without the Arabic article, and without the ending that is often left out. */
function wordsOf(...texts: readonly string[]): string[] {
  const words = foldText(texts.join(' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return [...new Set(words.map((word) => word.replace(/^ال(?=.{3})/u, '').replace(/(?<=.{4})ه$/u, '')))];
}
