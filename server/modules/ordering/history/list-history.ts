import type { HistorySort } from '#contract/base/enumerations.ts';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { HistoryFilters } from '#contract/ordering/order-history.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { readSearches, withDays } from './history-filters.ts';
import {
  countSpans,
  type ListedOrder,
  scanIds,
  type PageRequest,
  pickIds,
  readListed,
  type Span,
} from './history-queries.ts';
import { type HistoryBounds, rangeOf, type OrderSearch, searchOrders, sumOf, defaultBounds } from './search-orders.ts';

export interface HistoryView {
  sort: HistorySort | `-${HistorySort}`;
  /** The first page is 1. */
  page: number;
  size: number | 'all';
}

/** The matches, as `GET /order/history` answers them. */
interface HistoryPage {
  orders: ListedOrder[];
  page: number;
  size: number;
  total: number;
  isTotalExact: boolean;
  searchedBackTo: string | null;
  sort: HistoryView['sort'];
}

interface FoundPage extends Omit<HistoryPage, 'orders' | 'page' | 'size'> {
  ids: OrderId[];
}

/**
 * A page of the history (decision 12). Its cost does not grow with the number of orders: orders are counted by day
 * beforehand, texts are looked up among guests and numbers, and the remaining scan is bounded.
 */
export function listHistory(
  db: Db,
  restaurantId: RestaurantId,
  filters: HistoryFilters,
  view: HistoryView,
  bounds: HistoryBounds = defaultBounds,
): Promise<HistoryPage> {
  const size = view.size === 'all' ? limits.historyAllMax : view.size;
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const find = async (page: number) => {
        let found: FoundPage = { ...emptyPage, sort: view.sort };
        for (const search of readSearches(filters)) {
          if (found.total > 0) break;
          found = await findPage({ tx, restaurantId, search, bounds }, view.sort, (page - 1) * size, size);
        }
        return found;
      };
      let { page } = view;
      let found = await find(page);
      const last = Math.max(1, Math.ceil(found.total / size));
      if (page > last) found = await find((page = last));
      const { ids, ...facts } = found;
      return { orders: await readListed(tx, restaurantId, ids), page, size, ...facts };
    },
    // One snapshot for the counts and the orders.
    { isolation: 'repeatable read', readOnly: true, searches: true },
  );
}

const emptyPage = { ids: [], total: 0, isTotalExact: true, searchedBackTo: null };

async function findPage(
  searching: OrderSearch,
  sort: HistoryView['sort'],
  offset: number,
  size: number,
): Promise<FoundPage> {
  const isAscending = !sort.startsWith('-');
  const picking = { sort: sort.replace('-', '') as HistorySort, isAscending, offset, size };
  const outcome = await searchOrders(searching, picking);
  if (outcome.kind === 'found') return { ...emptyPage, ids: outcome.ids, total: outcome.total, sort };
  if (outcome.kind === 'many')
    return { ...(await scanNewest(searching, outcome.spans, offset, size)), sort: '-createdAt' };
  const total = sumOf(outcome.spans, 'fitting');
  const isOldestFirst = sort === 'createdAt';
  const ids = await pickByCounts(searching, outcome, { ...picking, sort: 'createdAt', isAscending: isOldestFirst });
  return { ...emptyPage, ids, total, sort: isOldestFirst ? 'createdAt' : '-createdAt' };
}

/** Finds the month of the page, then the day, and reads only that day. */
async function pickByCounts(
  searching: OrderSearch,
  { spans, span }: { spans: readonly Span[]; span: 'day' | 'month' },
  picking: PageRequest,
): Promise<OrderId[]> {
  const { tx, restaurantId, search } = searching;
  const ofPage = spansOfPage(spans, picking);
  if (ofPage.spans.length === 0) return [];
  const offset = picking.offset - ofPage.before;
  if (span === 'month') {
    const days = await countSpans(tx, restaurantId, withDays(search, rangeOf(ofPage.spans)), 'day');
    return pickByCounts(searching, { spans: days, span: 'day' }, { ...picking, offset });
  }
  const place = { days: ofPage.spans.map(({ from }) => from) };
  return (await pickIds(tx, restaurantId, search, place, { ...picking, offset })).ids;
}

/** The spans that contain the page, newest first, and the number of orders before them. */
function spansOfPage(
  spans: readonly Span[],
  { isAscending, offset, size }: PageRequest,
): { spans: Span[]; before: number } {
  const inOrder = isAscending ? spans.toReversed() : spans;
  let first = 0;
  let before = 0;
  while (first < inOrder.length && before + inOrder[first]!.fitting <= offset) before += inOrder[first++]!.fitting;
  let end = first;
  for (let upTo = before; end < inOrder.length && upTo < offset + size; end++) upTo += inOrder[end]!.fitting;
  const found = inOrder.slice(first, end);
  return { spans: isAscending ? found.toReversed() : found, before };
}

/** When the total is unknown, this many matches are searched to state at least that number. */
const totalMin = 200;

/** Scans the newest orders until the page is full and it is known whether there are more. */
async function scanNewest(
  { tx, restaurantId, search, bounds }: OrderSearch,
  spans: readonly Span[],
  offset: number,
  size: number,
): Promise<Omit<FoundPage, 'sort'>> {
  let count = 0;
  let end = 0;
  while (end < spans.length && (end === 0 || count + spans[end]!.orders <= bounds.mostSearched))
    count += spans[end++]!.orders;
  const range = rangeOf(spans.slice(0, end));
  const most = Math.max(offset + size, totalMin);
  const found = await scanIds(tx, restaurantId, search, range, { after: null, size: most + 1 });
  const hasMore = found.length > most;
  return {
    ids: found.slice(offset, offset + size),
    total: Math.min(found.length, most),
    isTotalExact: !hasMore && end === spans.length,
    searchedBackTo: hasMore || end === spans.length ? null : range.from,
  };
}
