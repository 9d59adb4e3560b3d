/** Plans an import from a menu in CSV (docs/menu-csv.md). */
import { cutText } from '#contract/base/cut-text.ts';
import { allergens, diets, languages } from '#contract/base/enumerations.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';
import type { Currency } from '#contract/base/money.ts';
import { columnHeads, type CsvColumn, csvColumns, neededColumns, splitPath } from './csv-columns.ts';
import { type ColumnPlaces, CsvRow } from './csv-row.ts';
import { readCsvTable } from './csv-table.ts';
import { hasDecimalComma } from './read-price.ts';
import { type FileTranslations, type ItemInput, type ListInput, PlanBuilder, type Report } from '../plan.ts';
import type { NamedNesting, PlannedNesting } from '../named-options.ts';
import type { ParsedFile } from '../plan-import.ts';

/** @returns the plan, or all problems of the file. A table has no name for its menu, so `menuName` gives it. */
export function readCsv(bytes: Uint8Array, currency: Currency, menuName: string): ParsedFile {
  const table = readCsvTable(bytes);
  if ('problems' in table) return table;
  const reader = new CsvReader(currency);
  const heads = columnHeads(table.heads);
  reader.readHeads(heads);
  if (reader.problems.length > 0) return { problems: reader.problems };
  const priceAt = heads.indexOf('price');
  reader.usesDecimalComma = table.rows.some(({ cells }) => hasDecimalComma(cells[priceAt] ?? ''));
  for (const { row, cells } of table.rows) reader.readRow(row, cells);
  const plan = reader.finish();
  const { problems, warnings } = reader;
  if (problems.length > 0) return { problems: orderedLists(problems) };
  return { plan, menuName, warnings: orderedLists(warnings) };
}

function orderedLists(problems: readonly FileProblem[]): FileProblem[] {
  return problems.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0));
}

interface CsvList {
  /** Reports at the row where the list is first given. */
  report: Report;
  input: ListInput;
  options: { input: ItemInput; report: Report }[];
  /** Name and SKU of each option. */
  optionKeys: Set<string>;
}

class CsvReader {
  readonly problems: FileProblem[] = [];
  readonly warnings: FileProblem[] = [];
  readonly #builder = new PlanBuilder();
  readonly #currency: Currency;
  readonly #lists = new Map<string, CsvList>();
  readonly #items: CsvRow[] = [];
  #places: ColumnPlaces = new Map();
  #width = 0;
  /** Whether a price of the table has a comma before its decimals, so that `18,500` may be one as well. */
  usesDecimalComma = false;

  constructor(currency: Currency) {
    this.#currency = currency;
  }

  readHeads(heads: readonly string[]): void {
    const report = this.#at(1);
    for (const column of neededColumns.filter((needed) => !heads.includes(needed))) {
      report(column, fieldProblem('file.column_missing', { column }));
    }
    const known: readonly string[] = csvColumns;
    const seen = new Set<string>();
    for (const head of heads) {
      if (head === '') continue;
      if (seen.has(head)) report(head, fieldProblem('file.column_twice', { column: head }));
      if (!known.includes(head)) report(head, fieldProblem('file.column_not_read', { column: head }), 'warning');
      seen.add(head);
    }
    this.#places = new Map(
      csvColumns.flatMap((column) => (seen.has(column) ? [[column, heads.indexOf(column)] as const] : [])),
    );
    this.#width = heads.length;
  }

  readRow(number: number, cells: readonly string[]): void {
    const row = new CsvRow(this.#places, cells, this.#at(number));
    if (cells.slice(this.#width).some((cell) => cell.trim() !== '')) {
      return row.report('', fieldProblem('file.too_many_cells'));
    }
    const type = row.cell('type').toLowerCase();
    if (type === '' || type === 'item') this.#items.push(row);
    else if (type === 'modifier') this.#readModifier(row);
    else row.report('type', fieldProblem('file.type_unknown', { type }));
  }

  /** Adds the dishes last, because the lists that they name may be further down. */
  finish() {
    const keys = new Map<string, string>();
    for (const [name, { input, options, report }] of this.#lists) {
      if (options.length > limits.modifiersPerListMax)
        report('list', fieldProblem('file.too_many_modifiers', { most: limits.modifiersPerListMax }));
      const { min = 0, max = 0 } = input.bounds ?? {};
      if (max !== 0 && min > max) report('min', fieldProblem('file.min_above_max_of_list', { most: max, list: name }));
      keys.set(name, this.#builder.addList(input, options, name, report));
    }
    for (const row of this.#items) this.#readItem(row, keys);
    return this.#builder.build();
  }

  /** Reports problems of that row by column. */
  #at(row: number): Report {
    return (field, problem, severity = 'problem') => {
      const found = severity === 'problem' ? this.problems : this.warnings;
      found.push({ row, place: columnOf[field] ?? field, ...problem });
    };
  }

  #readItem(row: CsvRow, keys: ReadonlyMap<string, string>): void {
    const categoryName = row.name('category');
    const given = {
      ...this.#itemOf(row),
      description: row.has('description') ? row.textOf('description') : undefined,
      descriptionTranslations: translationsOf(row, 'description', (column) => row.textOf(column)),
      lists: row.has('modifier_lists') ? this.#listsOf(row, keys) : undefined,
      goesWith: row.has('goes_with') ? goesWithOf(row) : undefined,
    };
    for (const column of ['list', 'list_title', 'min', 'max'] as const) {
      if (row.cell(column) !== '') row.report(column, fieldProblem('file.for_modifiers'));
    }
    if (categoryName === '' || given.name === '') return;
    const category = this.#builder.category(categoryName);
    for (const language of languages) {
      const column = `category_${language}` as const;
      const translation = row.lineOf(column, 'name');
      if (row.has(column) && (translation !== '' || category.dishKeys.length === 0)) {
        category.nameTranslations = {
          ...category.nameTranslations,
          [language]: translation || (category.nameTranslations[language] ?? ''),
        };
      }
    }
    this.#builder.addDish(category, given, row.report);
  }

  #listsOf(row: CsvRow, keys: ReadonlyMap<string, string>) {
    const listKeys = this.#listKeys(row, keys);
    const nested = row.has('nested_lists') ? this.#nesting(row, keys, listKeys) : undefined;
    return { keys: listKeys, isWhole: true, ...(nested && { nested }) };
  }

  #listKeys(row: CsvRow, keys: ReadonlyMap<string, string>): string[] {
    const names = row.names('modifier_lists');
    if (names.length > limits.listsPerItemMax)
      row.report('modifier_lists', fieldProblem('file.too_many_lists', { most: limits.listsPerItemMax }));
    for (const name of names.filter((one) => !keys.has(one))) {
      row.report('modifier_lists', fieldProblem('file.list_unknown', { list: name }));
    }
    return [...new Set(names)].flatMap((name) => keys.get(name) ?? []);
  }

  /** Each entry of the cell is a list, an option of it, and the list that this opens. */
  #nesting(row: CsvRow, keys: ReadonlyMap<string, string>, listKeys: readonly string[]): PlannedNesting[] {
    const nested = new Map<string, NamedNesting>();
    for (const entry of row.names('nested_lists')) {
      const [parent = '', option = '', list = '', ...more] = splitPath(entry);
      const [parentKey, key] = [keys.get(parent), keys.get(list)];
      const known = nested.get(key ?? '');
      const isTwice = known !== undefined && known.parentKey !== parentKey;
      if (key === undefined || parentKey === undefined || !listKeys.includes(key) || more.length > 0 || isTwice) {
        row.report('nested_lists', fieldProblem('file.nested_unclear', { entry: cutText(entry, 100) }));
        return [];
      }
      nested.set(key, { key, parentKey, options: [...new Set([...(known?.options ?? []), option])] });
    }
    return this.#builder.planNesting(listKeys, [...nested.values()], row.report, 'nested_lists');
  }

  #readModifier(row: CsvRow): void {
    const name = row.name('list');
    const min = row.whole('min', limits.modifiersPerListMax);
    const max = row.whole('max', limits.modifiersPerListMax);
    const input = this.#itemOf(row);
    for (const column of ['category', 'modifier_lists', 'nested_lists', 'description', 'goes_with'] as const) {
      if (row.cell(column) !== '') row.report(column, fieldProblem('file.for_items'));
    }
    if (name === '' || input.name === '') return;
    const title = row.lineOf('list_title', 'name');
    const known = this.#lists.get(name);
    if (known !== undefined) return this.#addOption(known, name, row, input);
    const hasBounds = row.has('min') || row.has('max');
    this.#lists.set(name, {
      report: row.report,
      input: {
        name,
        title: title === '' ? undefined : title,
        titleTranslations: translationsOf(row, 'list_title', (column) => row.lineOf(column, 'name')),
        bounds: hasBounds ? { allowsMultiple: max !== 1, min: min ?? 0, max: max ?? 0 } : null,
        free: row.has('free') ? (row.whole('free', limits.modifiersPerListMax) ?? 0) : undefined,
        maxEach: row.has('max_each') ? row.whole('max_each', limits.timesPerModifierMax) || 1 : undefined,
        halves: row.has('halves') ? row.words('halves', ['yes']).length > 0 : undefined,
      },
      options: [{ input, report: row.report }],
      optionKeys: new Set([optionKey(input)]),
    });
  }

  /** Adds an option. The first row of a list defines it; later rows may repeat the definition. */
  #addOption({ input: list, options, optionKeys }: CsvList, name: string, row: CsvRow, option: ItemInput): void {
    const [min, max, title] = [row.cell('min'), row.cell('max'), row.cell('list_title')];
    if (min !== '' && Number(min) !== list.bounds?.min)
      row.report('min', fieldProblem('file.list_min_differs', { list: name }));
    if (max !== '' && Number(max) !== list.bounds?.max)
      row.report('max', fieldProblem('file.list_max_differs', { list: name }));
    if (title !== '' && title !== list.title)
      row.report('list_title', fieldProblem('file.list_title_differs', { list: name }));
    if (optionKeys.has(optionKey(option))) {
      row.report('name', fieldProblem('file.modifier_twice', { name: option.name, list: name }));
    }
    optionKeys.add(optionKey(option));
    options.push({ input: option, report: row.report });
  }

  #itemOf(row: CsvRow): ItemInput {
    const sku = row.lineOf('sku', 'sku');
    return {
      name: row.name('name'),
      nameTranslations: translationsOf(row, 'name', (column) => row.lineOf(column, 'name')),
      price: row.price(this.#currency, this.usesDecimalComma),
      modePrices: row.modePrices(this.#currency, this.usesDecimalComma),
      sku: sku === '' ? undefined : sku,
      quantity: row.whole('quantity', limits.stockMax) ?? undefined,
      calories: row.has('calories') ? row.whole('calories', limits.caloriesMax) : undefined,
      makeMinutes: row.has('make_minutes') ? row.whole('make_minutes', limits.makeMinutesMax) : undefined,
      allergens: row.has('allergens') ? row.words('allergens', allergens) : undefined,
      diets: row.has('diets') ? row.words('diets', diets) : undefined,
    };
  }
}

function goesWithOf(row: CsvRow): string[] {
  const names = row.names('goes_with');
  const most = limits.goesWithMax;
  if (names.length > most) row.report('goes_with', fieldProblem('file.too_many_suggestions', { most }));
  return names;
}

/** The texts of a field by language, of the languages that the table has columns for. */
function translationsOf(
  row: CsvRow,
  field: 'name' | 'description' | 'list_title',
  read: (column: CsvColumn) => string,
): FileTranslations {
  const given = languages.filter((language) => row.has(`${field}_${language}`));
  return Object.fromEntries(given.map((language) => [language, read(`${field}_${language}`)]));
}

function optionKey({ name, sku }: ItemInput): string {
  return JSON.stringify([name, sku]);
}

/** The columns whose name differs from the plan's field. */
const columnOf: Partial<Record<string, CsvColumn>> = { title: 'list_title', goesWith: 'goes_with' };
