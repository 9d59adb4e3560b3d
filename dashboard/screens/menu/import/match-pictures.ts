import type { Item } from '#contract/menu/menus.ts';

/** A chosen file with the dishes that it is for: those of its SKU, else those of its name. None: nobody is meant. */
export interface MatchedPicture {
  file: File;
  items: readonly Item[];
}

/** Finds the dishes of pictures by the names of their files: `BURGER-01.jpg`, `Beef burger.png`, `beef_burger (2).jpeg`. */
export function matchPictures(files: readonly File[], items: readonly Item[]): MatchedPicture[] {
  const dishes = items.filter(({ type }) => type === 'item');
  return files.map((file) => {
    const wanted = comparable(file.name.replace(/\.\w+$/, ''));
    // A name of signs alone would be that of each dish without a SKU.
    if (wanted === '') return { file, items: [] };
    const bySku = dishes.filter(({ sku = '' }) => comparable(sku) === wanted);
    if (bySku.length > 0) return { file, items: bySku };
    const names = ({ name, nameTranslations }: Item) => [name, ...Object.values(nameTranslations)].map(comparable);
    // Copies are numbered by the program that makes them.
    const withoutCopy = wanted.replace(/\d$/, '');
    const byName = (text: string) => dishes.filter((dish) => names(dish).includes(text));
    const exact = byName(wanted);
    return { file, items: exact.length > 0 || !/\(\d\)/.test(file.name) ? exact : byName(withoutCopy) };
  });
}

/** Letters and digits alone: file names have `_` and `-` for spaces, and Mac writes accents as characters of their own. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();
}
