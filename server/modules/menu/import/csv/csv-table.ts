/** Parses the bytes of a CSV file into a table of texts, whatever program wrote it. */
import { CsvError, parse } from 'csv-parse/sync';
import { cutText } from '#contract/base/cut-text.ts';
import { type FieldProblem, fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';

interface CsvTable {
  /** Trimmed, lower case, with `_` between words, and cut at the length of a name. */
  heads: string[];
  /** Empty rows are left out. `row` is the number that a spreadsheet shows beside the row: the heads are row 1. */
  rows: { row: number; cells: string[] }[];
}

/**
 * Reads a table: UTF-8 with or without a byte order mark, or UTF-16 with one; commas, semicolons or tabs; a first line
 * `sep=;` as Excel understands it.
 */
export function readCsvTable(bytes: Uint8Array): CsvTable | { problems: FileProblem[] } {
  const text = textOf(bytes);
  if (text === null) {
    return { problems: [at(1, fieldProblem('file.unreadable'))] };
  }
  const { body, delimiter = likelyDelimiter(body) } = withoutSeparatorLine(text);
  // The heads alone, so that a table that is too wide costs no more than they do.
  const first = parseRows(body, delimiter, 1);
  if ('problems' in first) return first;
  if ((first.records[0] ?? []).length > limits.importColumns) {
    return { problems: [at(1, fieldProblem('file.too_many_columns', { most: limits.importColumns }))] };
  }
  const records = parseRows(body, delimiter, rowsMax + 1);
  if ('problems' in records) return records;
  if (records.records.length > rowsMax) return { problems: [at(rowsMax, fieldProblem('file.too_many_empty_rows'))] };
  const [heads = [], ...rows] = records.records;
  const filled = rows
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length > limits.importRows) {
    return { problems: [at(limits.importRows + 2, fieldProblem('file.too_many_rows', { most: limits.importRows }))] };
  }
  return {
    heads: heads.map((head) =>
      cutText(
        head
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_'),
        limits.name,
      ),
    ),
    rows: filled,
  };
}

function at(row: number, problem: FieldProblem): FileProblem {
  return { row, place: '', ...problem };
}

/** Null for bytes in neither encoding. */
function textOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    // The decoder drops the byte order mark.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Blank lines count as rows of the spreadsheet, but not as dishes. */
const rowsMax = limits.importRows * 4;

type Delimiter = ',' | ';' | '\t';

function withoutSeparatorLine(text: string): { body: string; delimiter?: Delimiter } {
  const line = /^sep=([,;\t])\r?\n/i.exec(text);
  return line === null ? { body: text } : { body: text.slice(line[0].length), delimiter: line[1] as Delimiter };
}

/** The most frequent delimiter between the heads, which contain none of the three. */
function likelyDelimiter(text: string): Delimiter {
  const heads = /^[^\r\n]*/.exec(text)![0];
  const count = (delimiter: Delimiter) => heads.split(delimiter).length;
  return ([',', ';', '\t'] as const).toSorted((one, other) => count(other) - count(one))[0]!;
}

/** The first `most` rows, the heads among them. */
function parseRows(
  text: string,
  delimiter: Delimiter,
  most: number,
): { records: string[][] } | { problems: FileProblem[] } {
  try {
    const records = parse(text, {
      delimiter,
      relax_column_count: true,
      // A quote in the middle of a name, such as 12" Pizza, is a quote.
      relax_quotes: true,
      // Accepts a blank between the comma and a quote.
      ltrim: delimiter !== '\t',
      to: most,
    });
    return { records };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = typeof error['records'] === 'number' ? error['records'] + 1 : 1;
    return { problems: [at(row, fieldProblem('file.quotation_mark'))] };
  }
}
