/** Text that is typed and not sent yet: it outlives a reload and going back, in this tab. */
import { useState } from 'react';
import type { RestaurantId } from '#contract/base/ids.ts';
import { useSite } from '../site.tsx';

/** Every draft of a restaurant's site: a guest who logs out leaves none to whoever uses this tab next. */
export function forgetDrafts(restaurantId: RestaurantId): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(keyOf(restaurantId, ''))) sessionStorage.removeItem(key);
  });
}

/** The field has another text now: what was typed is of something else. */
export function forgetDraft(restaurantId: RestaurantId, field: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(restaurantId, field)));
}

/** For screens that are rendered in the browser alone. `forget` when the text was sent. */
export function useDraft(field: string, initial = '') {
  const { menu } = useSite();
  const restaurantId = menu.catalogue.restaurant._id;
  const key = keyOf(restaurantId, field);
  const [text, setText] = useState(() => read(key) ?? initial);
  const change = (next: string) => {
    setText(next);
    attempt(() => sessionStorage.setItem(key, next));
  };
  const forget = () => forgetDraft(restaurantId, field);
  return [text, change, forget] as const;
}

function keyOf(restaurantId: RestaurantId, field: string): string {
  return `draft.${restaurantId}.${field}`;
}

function read(key: string): string | null {
  return attempt(() => sessionStorage.getItem(key)) ?? null;
}

/** Storage may be full or forbidden: the text lives as long as the page. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
