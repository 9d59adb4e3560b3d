import { limits } from '#contract/base/limits.ts';

/** The first pages of a list that is read from the last row of the page before; fewer where the list ends. */
export async function readPages<Row>(
  pages: number,
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let read = 0; read < pages && rows.length === read * limits.listMax; read++)
    rows.push(...(await readAfter(rows.at(-1))));
  return rows;
}

/** Whether the list may go on after these pages of it. */
export function mayGoOn(rows: readonly unknown[] | undefined, pages: number): boolean {
  return rows?.length === pages * limits.listMax;
}
