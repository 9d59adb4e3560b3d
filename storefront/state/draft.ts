/** Text that is typed and not sent yet: it outlives a reload and going back, in this tab. */
import { useState } from 'react';
import type { RestaurantId } from '#contract/base/ids.ts';
import { useSite } from '../site.tsx';

/** Every draft of a restaurant's site: a guest who logs out leaves none to whoever uses this tab next. */
export function forgetDrafts(restaurantId: RestaurantId): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(`draft.${restaurantId}.`)) sessionStorage.removeItem(key);
  });
}

/** For screens that are rendered in the browser alone. `forget` when the text was sent. */
export function useDraft(field: string, initial = '') {
  const { menu } = useSite();
  const key = `draft.${menu.catalogue.restaurant._id}.${field}`;
  const [text, setText] = useState(() => read(key) ?? initial);
  const change = (next: string) => {
    setText(next);
    attempt(() => sessionStorage.setItem(key, next));
  };
  const forget = () => attempt(() => sessionStorage.removeItem(key));
  return [text, change, forget] as const;
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
