/** The wish of a guest: diets to keep and allergens to do without, chosen in the search, kept for the tab, and asked wherever dishes are offered. */
import type { FoodWish } from '#contract/menu/allergens.ts';
import { useMemo } from 'react';
import { useSite } from '../site.tsx';
import { useStoredText } from './stored-text.ts';

export function useFoodWish(): [FoodWish, (wish: FoodWish) => void] {
  const { menu } = useSite();
  // A draft of the guest: logging out forgets it.
  const [text, change] = useStoredText(`draft.${menu.catalogue.restaurant._id}.food-wish`, 'tab');
  const wish = useMemo(() => parseWish(text), [text]);
  return [wish, (next) => change(JSON.stringify(next))];
}

/** A wish of any other shape counts as none. */
export function parseWish(text: string): FoodWish {
  try {
    const { without, diets } = Object(JSON.parse(text)) as Partial<Record<keyof FoodWish, unknown>>;
    return { without: names(without), diets: names(diets) };
  } catch {
    return { without: [], diets: [] };
  }
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
