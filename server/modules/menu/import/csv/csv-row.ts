/**
 * One row of a menu table, with typed access to its cells. An invalid cell is reported and read as if it were empty.
 */
import type * as z from 'zod';
import { problemOf } from '#contract/base/explain-input.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { type Currency, fromMajor, MoneyError, type MinorUnits, toDecimalText, ZERO } from '#contract/base/money.ts';
import { line, text } from '#contract/base/fields.ts';
import { limits } from '#contract/base/limits.ts';
import { cellText, type CsvColumn, splitNames } from './csv-columns.ts';
import type { Report } from '../plan.ts';

const oneLine = { name: line(limits.name), sku: line(limits.sku) };
const manyLines = text(limits.description);

/** The places of the columns that the table has, counted from 0. */
export type ColumnPlaces = ReadonlyMap<CsvColumn, number>;

export class CsvRow {
  readonly #places: ColumnPlaces;
  readonly #cells: readonly string[];
  readonly report: Report;

  constructor(places: ColumnPlaces, cells: readonly string[], report: Report) {
    this.#places = places;
    this.#cells = cells;
    this.report = report;
  }

  has(column: CsvColumn): boolean {
    return this.#places.has(column);
  }

  /** Empty when the cell or the column is missing. */
  cell(column: CsvColumn): string {
    const place = this.#places.get(column);
    return place === undefined ? '' : cellText((this.#cells[place] ?? '').trim());
  }

  /** A mandatory name. */
  name(column: CsvColumn): string {
    if (this.cell(column) !== '') return this.lineOf(column, 'name');
    this.report(column, fieldProblem('required'));
    return '';
  }

  /** Empty when the cell is. */
  lineOf(column: CsvColumn, kind: 'name' | 'sku'): string {
    const cell = this.cell(column);
    return cell === '' ? '' : this.#checked(column, oneLine[kind].safeParse(cell));
  }

  textOf(column: CsvColumn): string {
    return this.#checked(column, manyLines.safeParse(this.cell(column)));
  }

  #checked(column: CsvColumn, result: z.ZodSafeParseResult<string>): string {
    if (result.success) return result.data;
    this.report(column, problemOf(result.error.issues[0]!, this.cell(column)));
    return '';
  }

  /** Names separated by `;`. */
  names(column: CsvColumn): string[] {
    return splitNames(this.cell(column));
  }

  /** Words of a fixed list, in any case. */
  words<Word extends string>(column: CsvColumn, known: readonly Word[]): Word[] {
    const words = this.names(column).map((name) => name.toLowerCase());
    for (const word of words.filter((one) => !known.includes(one as Word))) {
      this.report(column, fieldProblem('file.not_a_word', { word, known: known.join(', ') }));
    }
    return [...new Set(words)].filter((word): word is Word => known.includes(word as Word));
  }

  /** Null when the cell is empty. */
  whole(column: CsvColumn, most: number): number | null {
    const cell = this.cell(column);
    if (cell === '') return null;
    if (/^\d+$/.test(cell) && Number(cell) <= most) return Number(cell);
    this.report(column, fieldProblem('file.not_a_whole_number', { most }));
    return null;
  }

  /** A price in major units, with a point or a comma before the decimals and no thousands separator. */
  price(currency: Currency): MinorUnits {
    const cell = this.cell('price');
    if (cell === '') this.report('price', fieldProblem('required'));
    else {
      try {
        const amount = fromMajor(cell.replace(/^(\d+),(\d+)$/, '$1.$2'), currency);
        if (amount >= 0 && Number(toDecimalText(amount, currency)) <= limits.maxPrice) return amount;
      } catch (error) {
        if (!(error instanceof MoneyError)) throw error;
      }
      this.report(
        'price',
        fieldProblem('file.not_a_price', {
          value: cell.slice(0, 30),
          example: toDecimalText(fromMajor(18, currency), currency),
        }),
      );
    }
    return ZERO;
  }
}
