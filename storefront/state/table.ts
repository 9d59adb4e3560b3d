/** The table that a guest sits at, as its scanned code said (decision 37). */
import type { Words } from '../words/words.ts';

export interface ScannedTable {
  /** The code in the QR code of the table: it goes with the order as its proof. */
  code: string;
  name: string;
  area: string | null;
}

/** 'Table 12'; a name that says the word itself, in either language, stays alone. */
export function calledTable(name: string, words: Words): string {
  return /^(table|(ال)?طاولة)(?!\p{L})/iu.test(name) ? name : words.table(name);
}

/** 'Table 12, Terrace': a name that begins with a digit says nothing by itself. */
export function tableText({ name, area }: Pick<ScannedTable, 'name' | 'area'>, words: Words): string {
  const called = /^\d/.test(name) ? words.table(name) : name;
  return area === null ? called : words.list([called, area]);
}
