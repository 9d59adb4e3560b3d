import type { GuestSort } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { countGuests, type GuestScope, listGuestRows, listLatestGuestRows } from './queries.ts';
import { guestForWire } from './wire.ts';

/** From so many guests on, adding up the orders of all takes longer than the page may. */
const manyGuests = 10_000;
/** The guests of the first pages, whom the latest orders are likely to have. */
const earlyGuests = 4_000;

interface GuestView {
  search?: string | undefined;
  sort: GuestSort | `-${GuestSort}`;
  /** The first page is 1. */
  page: number;
  size: number | 'all';
}

/** The guests whom this person may see, and whom a search leaves. */
export async function scopeOf(
  tx: Tx,
  { restaurantId, outletIds }: Pick<MerchantCaller, 'restaurantId' | 'outletIds'>,
  search?: string,
): Promise<GuestScope> {
  return { restaurantId, currency: await getCurrency(tx, restaurantId), search, isLimited: outletIds !== null };
}

/** A page of the guests, in a transaction with one snapshot: a page past the end is read again as the last one. */
export async function listGuests(tx: Tx, caller: MerchantCaller, view: GuestView) {
  const scope = await scopeOf(tx, caller, view.search);
  const size = view.size === 'all' ? limits.guestsAllMax : view.size;
  if (view.sort === '-lastVisit' && (view.search ?? '') === '' && !scope.isLimited && view.page * size <= earlyGuests) {
    const total = await countGuests(tx, scope);
    const { page } = view;
    const rows = total < manyGuests ? null : await listLatestGuestRows(tx, scope, { offset: (page - 1) * size, size });
    if (rows !== null) return { guests: rows.map((row) => guestForWire(row, scope.currency)), page, size, total };
  }
  const read = (page: number) =>
    listGuestRows(tx, scope, {
      sort: view.sort.replace('-', '') as GuestSort,
      isAscending: !view.sort.startsWith('-'),
      offset: (page - 1) * size,
      size,
    });
  let { page } = view;
  let found = await read(page);
  const last = Math.max(1, Math.ceil(found.total / size));
  if (page > last) found = await read((page = last));
  return { guests: found.rows.map((row) => guestForWire(row, scope.currency)), page, size, total: found.total };
}
