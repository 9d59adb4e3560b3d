/**
 * The view of a list: search, filter, order and page, as they stand in the address (M13), so that a link, a reload
 * and Back show the same. Pure functions.
 */
import { limits } from '#contract/base/limits.ts';
import { containsText } from './text-search.ts';

/** Every row on one page. */
export const ALL_ROWS = -1;
export const pageSizes: readonly number[] = [...limits.pageSizes, ALL_ROWS];

export interface ListView {
  search: string;
  /** The chosen value of the filter; empty for all. */
  filter: string;
  /** The chosen category, in lists that have them; empty for all. */
  category: string;
  sort: { key: string; direction: 'asc' | 'desc' } | null;
  /** From 0. */
  page: number;
  /** Rows a page, or ALL_ROWS. */
  size: number;
}

type SortValue = string | number | boolean | null;

/** How the rows of one kind are searched, filtered and sorted. */
export interface ListRules<Row> {
  searchedTexts: (row: Row) => readonly string[];
  matchesFilter: (row: Row, value: string) => boolean;
  matchesCategory: (row: Row, category: string) => boolean;
  /** By the key of a column; columns that are not sorted are missing. */
  sortValues: Readonly<Record<string, (row: Row) => SortValue>>;
}

/** Reads a view from the address. Whatever makes no sense there is as if it were missing. */
export function readView(params: URLSearchParams, defaultSize: number): ListView {
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page') ?? '1');
  const size = pageSizes.find((one) => sizeText(one) === params.get('size'));
  return {
    search: params.get('search') ?? '',
    filter: params.get('type') ?? '',
    category: params.get('category') ?? '',
    sort: sort === '' ? null : { key: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' },
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    size: size ?? defaultSize,
  };
}

/** The parameters of a view; what stands at its default is left out. Other parameters of the address stay. */
export function writeView(params: URLSearchParams, view: ListView, defaultSize: number): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, isDefault: boolean) => {
    if (isDefault) next.delete(name);
    else next.set(name, value);
  };
  put('search', view.search, view.search === '');
  put('type', view.filter, view.filter === '');
  put('category', view.category, view.category === '');
  put(
    'sort',
    view.sort === null ? '' : `${view.sort.direction === 'desc' ? '-' : ''}${view.sort.key}`,
    view.sort === null,
  );
  put('page', String(view.page + 1), view.page === 0);
  put('size', sizeText(view.size), view.size === defaultSize);
  return next;
}

function sizeText(size: number): string {
  return size === ALL_ROWS ? 'all' : String(size);
}

interface Arranged<Row> {
  /** The rows of the page. */
  shown: Row[];
  /** How many rows the search and the filter left. */
  count: number;
  /** The page that is shown: the last one there is, when the address asks for a later one. */
  page: number;
}

export function arrange<Row>(rows: readonly Row[], view: ListView, rules: ListRules<Row>): Arranged<Row> {
  const matching = rows.filter(
    (row) =>
      (view.filter === '' || rules.matchesFilter(row, view.filter)) &&
      (view.category === '' || rules.matchesCategory(row, view.category)) &&
      (view.search.trim() === '' || rules.searchedTexts(row).some((text) => containsText(text, view.search))),
  );
  const sortValue = view.sort === null ? undefined : rules.sortValues[view.sort.key];
  if (sortValue !== undefined) {
    const turn = view.sort?.direction === 'desc' ? -1 : 1;
    matching.sort((a, b) => turn * compare(sortValue(a), sortValue(b)));
  }
  if (view.size === ALL_ROWS) return { shown: matching, count: matching.length, page: 0 };
  const page = Math.min(view.page, Math.max(0, Math.ceil(matching.length / view.size) - 1));
  return { shown: matching.slice(page * view.size, (page + 1) * view.size), count: matching.length, page };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Nothing comes before everything else. */
function compare(a: SortValue, b: SortValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}
