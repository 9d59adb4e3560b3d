import type { DeclaredFoods } from '#contract/menu/allergens.ts';
import type { Words } from '../words/words.ts';

/** 'vegetarian · Contains: gluten, milk'; empty where nothing is declared. */
export function foodsText(
  { allergens, diets }: DeclaredFoods,
  words: Pick<Words, 'food' | 'allergens' | 'list'>,
): string {
  const contained = (allergens ?? []).map(words.food);
  return [
    ...(diets ?? []).map(words.food),
    ...(contained.length === 0 ? [] : [words.allergens(words.list(contained))]),
  ].join(' · ');
}
