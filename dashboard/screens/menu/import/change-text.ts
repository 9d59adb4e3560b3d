import type { PreviewedDish } from '#contract/menu/menu-import.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.import;

/** 'Price: 18.00 → 19.00', or the name of the field alone where its values are long. */
export function changeText({ field, from, to }: PreviewedDish['changes'][number]): string {
  const name = text.fields[field];
  if (from === null && to === null) return name;
  return text.change({ field: name, from: from || text.nothing, to: to || text.nothing });
}
