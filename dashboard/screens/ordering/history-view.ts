/** Filters, order and page of the order history, as they stand in the address (OH-02). Pure functions. */
import {
  type AcceptSpan,
  acceptSpans,
  type Ending,
  endings,
  type HistorySort,
  historySorts,
  type ReadySpan,
  readySpans,
} from '#contract/base/enumerations.ts';
import { isId, type ItemId, type OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { searchedText } from '#contract/base/searched-text.ts';
import { ALL_ROWS, type ListView, readView, writeView } from '../../components/list/list-view.ts';
import { paths } from '../../routing/paths.ts';

/** The fields of the search form, in their order; each is a filter of the API under the same name. */
const searchFields = [
  'id',
  'phone',
  'name',
  'table',
  'outlet',
  'date',
  'from',
  'to',
  'status',
  'channel',
  'type',
  'paymentMethod',
  'scheduled',
  'tests',
] as const;
/** Filters that the figures of the reports link with. */
const figureFields = [
  'sold',
  'outletId',
  'hour',
  'taxRate',
  'itemId',
  'optionId',
  'ended',
  'reason',
  'accepted',
  'ready',
] as const;
export const historyFields = [...searchFields, ...figureFields] as const;
export type SearchField = (typeof searchFields)[number];
export type HistoryField = (typeof historyFields)[number];
/** Filters that are set; a field that filters nothing is missing. */
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
    const given = params.get(field) ?? '';
    // A reason is compared as it was written.
    const value = (field === 'reason' ? given : searchedText(given)).trim();
    if (value !== '' && isReadable(field, value)) search[field] = value;
  }
  return { search, sort: isSort(sort) ? sort : null, page: Math.min(page, mostPages - 1), size };
}

/** The parameters of a view. */
export function writeHistory({ search, sort, page, size }: HistoryView): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of historyFields) if (search[field]) params.set(field, search[field]);
  // `type` is the name that every list has for its filter.
  const view = { search: '', filter: search.type ?? '', category: '', sort, page, size };
  return writeView(params, view, limits.orderHistoryPageSize);
}

/** The address of the history with these filters. */
export function historyAddress(search: HistorySearch): string {
  const params = writeHistory({ search, sort: null, page: 0, size: limits.orderHistoryPageSize });
  return `${paths.orderHistory()}?${params.toString()}`;
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

/** The filters as the API has them; they were checked when they were read. */
export function filtersOf(search: HistorySearch) {
  return search as Omit<
    HistorySearch,
    'scheduled' | 'tests' | 'sold' | 'outletId' | 'itemId' | 'optionId' | 'ended' | 'accepted' | 'ready'
  > & {
    scheduled?: 'true';
    tests?: 'true';
    sold?: 'true';
    outletId?: OutletId;
    itemId?: ItemId;
    optionId?: ItemId;
    ended?: Ending;
    accepted?: AcceptSpan | 'any';
    ready?: ReadySpan | 'any';
  };
}

const shortText = (value: string) => value.length <= limits.name && !/\p{Control}/u.test(value);
const isTrue = (value: string) => value === 'true';
const readable: Record<HistoryField, (value: string) => boolean> = {
  id: shortText,
  phone: shortText,
  name: shortText,
  table: shortText,
  outlet: shortText,
  status: shortText,
  channel: shortText,
  type: shortText,
  paymentMethod: shortText,
  date: (value) => value.length <= dateLength,
  from: isDay,
  to: isDay,
  scheduled: isTrue,
  tests: isTrue,
  sold: isTrue,
  outletId: isId,
  itemId: isId,
  optionId: isId,
  hour: (value) => /^\d{1,2}$/.test(value) && Number(value) < 24,
  taxRate: (value) => /^\d{1,3}(\.\d{1,2})?$/.test(value),
  ended: (value) => (endings as readonly string[]).includes(value),
  reason: (value) => value.length <= limits.reason,
  accepted: (value) => value === 'any' || Object.hasOwn(acceptSpans, value),
  ready: (value) => value === 'any' || Object.hasOwn(readySpans, value),
};

function isReadable(field: HistoryField, value: string): boolean {
  return readable[field](value);
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
