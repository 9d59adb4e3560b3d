/** Compares two archives of one restaurant, before and after it was read in, without any word from the code that reads. */
import { expect } from 'vitest';
import type { ReadArchive } from './archive-files.ts';

type Row = Record<string, unknown>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Rows that are not in the second archive, or not compared, by table: their number there is told instead. */
interface Exceptions {
  /** Tables that become other rows. */
  tables: readonly string[];
  /** `table.column`s that differ. */
  columns: readonly string[];
  /** Rows of the first archive that do not come along. */
  leavesOut: (table: string, row: Row) => boolean;
}

/**
 * Expects all rows to be equal, but for the exceptions, and ids: where one has an id the other has one as well, always the same for the same.
 * @returns the new id by the old one.
 */
export function expectSameRows(one: ReadArchive, other: ReadArchive, but: Exceptions): Map<string, string> {
  const ids = new Map<string, string>();
  const back = new Map<string, string>();
  const same = (mine: unknown, theirs: unknown, place: string): void => {
    if (typeof mine === 'string' && uuid.test(mine)) {
      expect(theirs, place).toMatch(uuid);
      expect(theirs, place).not.toBe(mine);
      expect([ids.get(mine) ?? theirs, back.get(theirs as string) ?? mine], place).toEqual([theirs, mine]);
      ids.set(mine, theirs as string);
      back.set(theirs as string, mine);
    } else if (typeof mine === 'object' && mine !== null && typeof theirs === 'object' && theirs !== null) {
      const [left, right] = [Object.entries(mine), Object.entries(theirs)];
      expect(left.length, place).toBe(right.length);
      for (const [index, [name, value]] of left.entries()) {
        same(name, right[index]![0], `${place}.${name}`);
        same(value, right[index]![1], `${place}.${name}`);
      }
    } else expect(theirs, place).toBe(mine);
  };
  expect(Object.keys(other.manifest.tables)).toEqual(Object.keys(one.manifest.tables));
  for (const table of Object.keys(one.manifest.tables).filter((name) => !but.tables.includes(name))) {
    const mine = one.rows(table).filter((row) => !but.leavesOut(table, row));
    const theirs = other.rows(table);
    expect(theirs.length, table).toBe(mine.length);
    for (const [index, row] of mine.entries()) {
      for (const [column, value] of Object.entries(row))
        if (!but.columns.includes(`${table}.${column}`))
          same(value, theirs[index]![column], `${table}[${index}].${column}`);
    }
  }
  return ids;
}
