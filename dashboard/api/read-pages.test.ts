import { expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import { mayGoOn, readPages } from './read-pages.ts';

const most = limits.listMax;

/** A list of the numbers up to `count`, and what it was asked. */
function listOf(count: number) {
  const asked: (number | undefined)[] = [];
  const readAfter = async (last: number | undefined) => {
    asked.push(last);
    const from = last ?? 0;
    return Array.from({ length: Math.min(most, count - from) }, (_, index) => from + index + 1);
  };
  return { asked, readAfter };
}

test.each([
  { count: 0, pages: 2, asked: [undefined], goesOn: false },
  { count: most, pages: 1, asked: [undefined], goesOn: true },
  { count: most, pages: 2, asked: [undefined, most], goesOn: false },
  { count: 2 * most + 3, pages: 2, asked: [undefined, most], goesOn: true },
  { count: 2 * most + 3, pages: 5, asked: [undefined, most, 2 * most], goesOn: false },
])('$pages pages of a list of $count', async ({ count, pages, asked, goesOn }) => {
  const list = listOf(count);
  const rows = await readPages(pages, list.readAfter);
  expect(rows).toEqual(Array.from({ length: Math.min(count, pages * most) }, (_, index) => index + 1));
  expect(list.asked).toEqual(asked);
  expect(mayGoOn(rows, pages)).toBe(goesOn);
});
