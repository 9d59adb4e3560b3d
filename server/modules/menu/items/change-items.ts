/** Changes many items and modifiers at once, all of them or none (ME-21). */
import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { ItemId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { ItemType } from '#contract/base/enumerations.ts';
import type { PriceChange } from '#contract/menu/item-changes.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, currencyDigits, fromMajor, type MinorUnits, MoneyError } from '#contract/base/money.ts';
import { changedPrice } from '#contract/menu/price-change.ts';
import { markAllDeleted, markAllRestored } from '#server/db/deletion.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { requireOutlets } from '#server/modules/menu/modifier-lists/require-members.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { requireRoomForItems } from './require-room.ts';
import { auditPriceChanges } from './audit-prices.ts';

/** An item, locked until the transaction ends. */
interface LockedItem {
  id: ItemId;
  name: string;
  type: ItemType;
  price_minor: MinorUnits;
}

/**
 * Locks all of them, in the order of their ids like every transaction that locks several.
 * @throws items.changed_since, naming the deleted ones; request.not_found for one that never existed.
 */
export async function lockItems(tx: Tx, restaurantId: RestaurantId, itemIds: readonly ItemId[]): Promise<LockedItem[]> {
  const rows = await tx
    .selectFrom('items')
    .select(['id', 'name', 'type', 'price_minor', 'deleted_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', sql<ItemId>`any(${[...itemIds]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length < new Set(itemIds).size) throw new Refusal('request.not_found');
  refuseNamed(
    'items.changed_since',
    rows.filter(({ deleted_at }) => deleted_at !== null),
  );
  return rows;
}

/**
 * @param seen the prices the person saw, in major units, by item.
 * @throws items.changed_since; items.price_out_of_range; request.invalid.
 */
export async function changePrices(
  tx: Tx,
  by: AuditContext,
  held: readonly LockedItem[],
  {
    seen,
    change,
    currency,
    at,
  }: { seen: ReadonlyMap<ItemId, number>; change: PriceChange; currency: Currency; at: Date },
): Promise<void> {
  refuseNamed(
    'items.changed_since',
    held.filter((item) => item.price_minor !== seenPrice(seen.get(item.id), currency)),
  );
  const next = held.map((item) => ({ item, price: priceAfter(item.price_minor, change, currency) }));
  refuseNamed(
    'items.price_out_of_range',
    next.flatMap(({ item, price }) => (price === null ? [item] : [])),
  );
  const ids = next.map(({ item }) => item.id);
  const prices = next.map(({ price }) => price!);
  await sql`
    update items set price_minor = wanted.price, updated_at = ${at}
    from unnest(${ids}::uuid[], ${prices}::bigint[]) as wanted (item_id, price)
    where items.restaurant_id = ${by.restaurantId} and items.id = wanted.item_id`.execute(tx);
  const changed = next.map(({ item, price }) => ({ name: item.name, before: item.price_minor, after: price! }));
  await auditPriceChanges(tx, by, changed, currency, at);
}

/** @throws request.invalid for the outlet. */
export async function changeAvailability(
  tx: Tx,
  restaurantId: RestaurantId,
  held: readonly LockedItem[],
  { outletId, isAvailable }: { outletId?: OutletId | undefined; isAvailable: boolean },
): Promise<void> {
  await requireOutlets(tx, restaurantId, 'change.outletId', outletId === undefined ? [] : [outletId]);
  const ids = held.map(({ id }) => id);
  const isChosen = outletId === undefined ? sql`true` : sql`outlet_id = ${outletId}`;
  await (
    isAvailable
      ? sql`
        delete from item_inactive_outlets
        where restaurant_id = ${restaurantId} and item_id = any(${ids}::uuid[]) and ${isChosen}`
      : sql`
        insert into item_inactive_outlets (restaurant_id, item_id, outlet_id)
        select ${restaurantId}::uuid, item_id, outlet_id
        from unnest(${ids}::uuid[]) as wanted (item_id)
        cross join (
          select id as outlet_id from outlets where restaurant_id = ${restaurantId} and deleted_at is null
        ) as present
        where ${isChosen}
        on conflict do nothing`
  ).execute(tx);
}

/**
 * Deletes items; they are in no category and no list until they are restored.
 * @throws as `lockItems`.
 */
export async function deleteItems(
  tx: Tx,
  restaurantId: RestaurantId,
  itemIds: readonly ItemId[],
  at: Date,
): Promise<number> {
  await lockMenu(tx, restaurantId);
  await lockItems(tx, restaurantId, itemIds);
  const count = await markAllDeleted(tx, restaurantId, 'items', itemIds, at);
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return count;
}

/**
 * Restores items; those that are not deleted stay as they are.
 * @throws request.not_found when none of them is deleted.
 */
export async function restoreItems(
  tx: Tx,
  restaurantId: RestaurantId,
  itemIds: readonly ItemId[],
  at: Date,
): Promise<number> {
  const count = await markAllRestored(tx, restaurantId, 'items', itemIds, at);
  if (count === 0) throw new Refusal('request.not_found');
  await requireRoomForItems(tx, restaurantId);
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return count;
}

function refuseNamed(code: 'items.changed_since' | 'items.price_out_of_range', items: readonly { name: string }[]) {
  if (items.length === 0) return;
  const names = items.slice(0, limits.namesListedMax).map(({ name }) => name);
  const more = items.length - names.length;
  throw new Refusal(code, { names: more > 0 ? `${names.join(', ')} (+${more})` : names.join(', ') });
}

/** Null, which equals no price, when the seen price has more decimals than the currency. */
function seenPrice(price: number | undefined, currency: Currency): MinorUnits | null {
  if (price === undefined) return null;
  try {
    return fromMajor(price, currency);
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

function priceAfter(price: MinorUnits, change: PriceChange, currency: Currency): MinorUnits | null {
  try {
    return changedPrice(price, change, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const digits = change.by === 'percent' ? 2 : currencyDigits(currency);
    throw new Refusal('request.invalid', undefined, {
      'change.price.value': fieldProblem('too_many_decimals', { most: digits }),
    });
  }
}
