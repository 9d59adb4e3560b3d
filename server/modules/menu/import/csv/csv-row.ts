/**
 * One row of a menu table, with typed access to its cells. An invalid cell is reported and read as if it were empty.
 */
import type * as z from 'zod';
import { cutText } from '#contract/base/cut-text.ts';
import { modes } from '#contract/base/enumerations.ts';
import { problemOf } from '#contract/base/explain-input.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { type Currency, fromMajor, type MinorUnits, toDecimalText, ZERO } from '#contract/base/money.ts';
import { line, text } from '#contract/base/fields.ts';
import { limits } from '#contract/base/limits.ts';
import type { ModePrices } from '#contract/menu/mode-price.ts';
import { cellText, type CsvColumn, modeColumns, splitNames } from './csv-columns.ts';
import { readPrice } from './read-price.ts';
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

  /** Prices that differ by mode: an empty cell is the usual price. Undefined where the table has no such column. */
  modePrices(currency: Currency, usesDecimalComma: boolean): ModePrices<MinorUnits> | undefined {
    const columns = modes.filter((mode) => this.has(modeColumns[mode]));
    if (columns.length === 0) return undefined;
    const given = columns.filter((mode) => this.cell(modeColumns[mode]) !== '');
    return Object.fromEntries(given.map((mode) => [mode, this.price(currency, usesDecimalComma, modeColumns[mode])]));
  }

  /** A price as people write it, with the mark of the restaurant's currency or without. */
  price(currency: Currency, usesDecimalComma: boolean, column: CsvColumn = 'price'): MinorUnits {
    const cell = this.cell(column);
    if (cell === '') this.report(column, fieldProblem('required'));
    else {
      const amount = readPrice(cell, currency, usesDecimalComma);
      if (typeof amount === 'number') return amount;
      const value = cutText(cell, 30);
      const example = toDecimalText(fromMajor(18, currency), currency);
      const whole = value.replaceAll(/\D/g, '');
      this.report(
        column,
        amount === 'unclear'
          ? fieldProblem('file.price_unclear', { value, whole })
          : fieldProblem('file.not_a_price', { value, example }),
      );
    }
    return ZERO;
  }
}
