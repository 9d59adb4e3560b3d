import type { Currency } from '#contract/base/money.ts';
import { parseMenuFile } from './menu-file.ts';
import { planImport, type ParsedFile } from './plan-import.ts';
import { readCsv } from './csv/read-csv.ts';

/** The name of a menu when neither the file nor the person names it. */
const unnamed = 'Menu';

/** Reads a menu from JSON, which begins with a brace, or from CSV, which cannot. */
export function readMenuFile(bytes: Uint8Array, currency: Currency): ParsedFile {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  if (!start.startsWith('{')) return readCsv(bytes, currency, unnamed);
  const parsed = parseMenuFile(new TextDecoder().decode(bytes));
  return 'problems' in parsed ? parsed : planImport(parsed.menu, currency);
}
