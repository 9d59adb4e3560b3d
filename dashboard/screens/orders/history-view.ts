/** What the order history is asked for, as it stands in the address (OH-02). Pure functions. */
import { type HistorySort, historySorts } from '#contract/enumerations.ts';
import { limits } from '#contract/limits.ts';
import { ALL_ROWS, type ListView, readView, writeView } from '../../components/list-view.ts';

/** The fields of the search form, in their order; each is a filter of the API under the same name. */
export const historyFields = [
  'id',
  'phone',
  'name',
  'outlet',
  'date',
  'from',
  'to',
  'status',
  'channel',
  'type',
  'paymentMethod',
  'tests',
] as const;
export type HistoryField = (typeof historyFields)[number];
/** What is searched for; a field that filters nothing is missing. */
export type HistorySearch = Partial<Record<HistoryField, string>>;

export interface HistoryView extends Pick<ListView, 'sort' | 'page' | 'size'> {
  search: HistorySearch;
}

const dateLength = 'yyyy-mm-dd'.length;
const mostPages = 1_000_000;

/** Reads the view from the address. Whatever the API would refuse there is as if it were missing. */
export function readHistory(params: URLSearchParams): HistoryView {
  const { sort, page, size } = readView(params, limits.orderHistoryPageSize);
  const search: HistorySearch = {};
  for (const field of historyFields) {
    const value = (params.get(field) ?? '').trim();
    if (value !== '' && isReadable(field, value)) search[field] = value;
  }
  return { search, sort: isSort(sort) ? sort : null, page: Math.min(page, mostPages - 1), size };
}

/** The parameters of a view. */
export function writeHistory({ search, sort, page, size }: HistoryView): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of historyFields) if (search[field]) params.set(field, search[field]);
  // `type` is the name that every list has for its filter.
  const view = { search: '', filter: search.type ?? '', sort, page, size };
  return writeView(params, view, limits.orderHistoryPageSize);
}

/** The same as the API is asked. */
export function historyQuery({ search, sort, page, size }: HistoryView) {
  return {
    ...filtersOf(search),
    ...(sort === null ? {} : { sort: `${sort.direction === 'desc' ? '-' : ''}${sort.key as HistorySort}` as const }),
    page: page + 1,
    size: size === ALL_ROWS ? ('all' as const) : size,
  };
}

export function filtersOf({ tests, ...search }: HistorySearch) {
  return tests === 'true' ? { ...search, tests: 'true' as const } : search;
}

function isReadable(field: HistoryField, value: string): boolean {
  if (field === 'from' || field === 'to') return isDay(value);
  if (field === 'tests') return value === 'true';
  return value.length <= (field === 'date' ? dateLength : limits.name);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && asDay(text) === text;
}

/** February has no 31st, which a Date takes for one of March. */
function asDay(text: string): string {
  return new Date(text).toISOString().slice(0, dateLength);
}

function isSort(sort: ListView['sort']): boolean {
  return sort !== null && (historySorts as readonly string[]).includes(sort.key);
}
