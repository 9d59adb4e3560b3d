import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { HistoryFilters } from '#contract/ordering/order-history.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { csvBeginning, csvRows } from './history-csv.ts';
import { type HistorySearch, readSearches } from './history-filters.ts';
import { type ListedOrder, scanIds, type PageRequest, readListed } from './history-queries.ts';
import { type HistoryBounds, rangeOf, searchOrders, sumOf, defaultBounds } from './search-orders.ts';

/** Orders read at a time. */
const ordersPerRead = 2_000;
/** Milliseconds: when few orders match, finding enough may mean reading them all. */
const statementTimeoutMs = 30_000;

type ExportedOrders =
  | { ids: OrderId[] }
  | { search: HistorySearch; range: { from: string; to: string }; rowCount: number | null };

/**
 * Exports all matching orders, newest first, as CSV. Each piece is read on demand, in a transaction of its own, so that
 * a million orders take no more memory, and hold no connection longer, than a few pages do. An order that changes
 * meanwhile is exported as it was read.
 */
async function exportHistory(
  db: Db,
  restaurantId: RestaurantId,
  filters: HistoryFilters,
  bounds: HistoryBounds = defaultBounds,
): Promise<{ rowCount: number | null; pieces: AsyncIterable<string> }> {
  const read = <T>(work: (tx: Tx) => Promise<T>) =>
    transaction(db, restaurantId, work, { readOnly: true, searches: true, statementTimeoutMs });
  const found = await read((tx) => findExported(tx, restaurantId, filters, bounds));
  if ('ids' in found) {
    const batches = batchesOf(found.ids, (ids) => read((tx) => readListed(tx, restaurantId, ids)));
    return { rowCount: found.ids.length, pieces: csvPieces(batches) };
  }
  const { search, range, rowCount } = found;
  const batches = batchesAfter((after) =>
    read(async (tx) => {
      const ids = await scanIds(tx, restaurantId, search, range, { after, size: ordersPerRead });
      return readListed(tx, restaurantId, ids);
    }),
  );
  return { rowCount, pieces: csvPieces(batches) };
}

/** Filters that somebody types: a name, a number or what staff wrote about a guest, which the audit log could never forget. */
const typedFilters: readonly (keyof HistoryFilters)[] = ['name', 'phone', 'reason'];

/** Exports for a person, with an entry in the audit log: who took which orders out of the restaurant (R85). */
export async function exportForPerson(
  { db, readDb, clock }: Pick<Deps, 'db' | 'readDb' | 'clock'>,
  { restaurantId, actor, requestId }: AuditContext,
  filters: HistoryFilters,
): ReturnType<typeof exportHistory> {
  const file = await exportHistory(readDb, restaurantId, filters);
  await transaction(db, restaurantId, (tx) =>
    appendAuditEntry(
      tx,
      restaurantId,
      { actor, requestId, at: clock() },
      { action: 'orders.exported', subject: '', details: detailsOf(filters) },
    ),
  );
  return file;
}

/** The filters as they were chosen, and the names of those that were typed. */
function detailsOf(filters: HistoryFilters): Record<string, unknown> {
  const searchedBy = typedFilters.filter((name) => filters[name] !== undefined && filters[name] !== '');
  const chosen = Object.entries(filters).filter(([name]) => !typedFilters.some((typed) => typed === name));
  return {
    ...Object.fromEntries(chosen.map(([name, value]) => [name, String(value)])),
    ...(searchedBy.length > 0 && { searchedBy }),
  };
}

async function findExported(
  tx: Tx,
  restaurantId: RestaurantId,
  filters: HistoryFilters,
  bounds: HistoryBounds,
): Promise<ExportedOrders> {
  const size = Math.max(bounds.fewOrders, bounds.mostFound);
  const newestFirst: PageRequest = { sort: 'createdAt', isAscending: false, offset: 0, size };
  for (const search of readSearches(filters)) {
    const outcome = await searchOrders({ tx, restaurantId, search, bounds }, newestFirst);
    if (outcome.kind !== 'found') {
      const rowCount = outcome.kind === 'counted' ? sumOf(outcome.spans, 'fitting') : null;
      return { search, range: rangeOf(outcome.spans), rowCount };
    }
    if (outcome.total > 0) return { ids: outcome.ids };
  }
  return { ids: [] };
}

async function* csvPieces(batches: AsyncIterable<ListedOrder[]>): AsyncGenerator<string> {
  yield csvBeginning;
  for await (const orders of batches) if (orders.length > 0) yield csvRows(orders);
}

async function* batchesOf(
  ids: readonly OrderId[],
  read: (ids: readonly OrderId[]) => Promise<ListedOrder[]>,
): AsyncGenerator<ListedOrder[]> {
  for (let start = 0; start < ids.length; start += ordersPerRead) yield read(ids.slice(start, start + ordersPerRead));
}

async function* batchesAfter(
  read: (after: ListedOrder | null) => Promise<ListedOrder[]>,
): AsyncGenerator<ListedOrder[]> {
  let after: ListedOrder | null = null;
  do {
    const orders: ListedOrder[] = await read(after);
    yield orders;
    after = orders.length === ordersPerRead ? orders.at(-1)! : null;
  } while (after !== null);
}
