/** Changes many items and modifiers at once, all of them or none (ME-21). */
import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { ItemId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { type ItemType, modes } from '#contract/base/enumerations.ts';
import type { PriceChange } from '#contract/menu/item-changes.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, currencyDigits, fromMajor, type MinorUnits, MoneyError } from '#contract/base/money.ts';
import { modePricesOf } from '#contract/menu/given-mode-prices.ts';
import type { ModePrices } from '#contract/menu/mode-price.ts';
import { changedPrice } from '#contract/menu/price-change.ts';
import { markAllDeleted, markAllRestored } from '#server/db/deletion.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import {
  modePriceColumns,
  type ModePriceColumns,
  storedModePrices,
} from '#server/modules/menu/modifier-lists/mode-prices.ts';
import { requireOutlets } from '#server/modules/menu/modifier-lists/require-members.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { requireRoomForItems } from './require-room.ts';
import { auditPriceChanges, type NewPrice } from './audit-prices.ts';

/** How a transaction plans for so many items: below a hundred no plan reads much, and plans are kept. */
export const planningFor = ({ length }: readonly unknown[]) => ({ changesMany: length > 100 });

/** An item, locked until the transaction ends. */
interface LockedItem extends ModePriceColumns {
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
    .select(['delivery_price_minor', 'pickup_price_minor', 'dine_in_price_minor'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', 'in', idsIn(itemIds))
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

/** The prices of an item as a person saw them, in major units. */
export interface SeenPrices {
  price: number;
  modePrices?: ModePrices<number> | undefined;
}

interface ChangedPrices {
  item: LockedItem;
  /** Null: no price can be that. */
  price: MinorUnits | null;
  modePrices: ModePrices<MinorUnits | null>;
}

/**
 * @param seen the prices the person saw, by item.
 * @throws items.changed_since; items.price_out_of_range; request.invalid.
 */
export async function changePrices(
  tx: Tx,
  by: AuditContext,
  held: readonly LockedItem[],
  {
    seen,
    change,
    withModePrices,
    currency,
    at,
  }: {
    seen: ReadonlyMap<ItemId, SeenPrices>;
    change: PriceChange;
    withModePrices: boolean;
    currency: Currency;
    at: Date;
  },
): Promise<void> {
  refuseNamed(
    'items.changed_since',
    held.filter((item) => !isAsSeen(item, seen.get(item.id), withModePrices, currency)),
  );
  const after = (price: MinorUnits) => priceAfter(price, change, currency);
  const next = held.map((item): ChangedPrices => {
    const stored = storedModePrices(item);
    const modePrices = withModePrices ? (modePricesOf(stored, after) ?? {}) : stored;
    return { item, price: after(item.price_minor), modePrices };
  });
  refuseNamed(
    'items.price_out_of_range',
    next.flatMap((one) => (isPossible(one) ? [] : [one.item])),
  );
  const columns = next.map(({ modePrices }) => modePriceColumns(modePrices));
  await sql`
    update items set price_minor = wanted.price, delivery_price_minor = wanted.delivery, pickup_price_minor = wanted.pickup,
      dine_in_price_minor = wanted.dine_in, updated_at = ${at}
    from unnest(${next.map(({ item }) => item.id)}::uuid[], ${next.map(({ price }) => price)}::bigint[],
      ${columns.map((one) => one.delivery_price_minor)}::bigint[], ${columns.map((one) => one.pickup_price_minor)}::bigint[],
      ${columns.map((one) => one.dine_in_price_minor)}::bigint[]) as wanted (item_id, price, delivery, pickup, dine_in)
    where items.restaurant_id = ${by.restaurantId} and items.id = wanted.item_id`.execute(tx);
  await auditPriceChanges(tx, by, next.flatMap(newPrices), currency, at);
}

function isAsSeen(item: LockedItem, seen: SeenPrices | undefined, withModePrices: boolean, currency: Currency) {
  if (item.price_minor !== seenPrice(seen?.price, currency)) return false;
  const stored = storedModePrices(item);
  return !withModePrices || modes.every((mode) => stored[mode] === seenPrice(seen?.modePrices?.[mode], currency));
}

/** A mode that has a price of its own keeps one. */
function isPossible({ item, price, modePrices }: ChangedPrices): boolean {
  const stored = storedModePrices(item);
  return price !== null && modes.every((mode) => stored[mode] === null || modePrices[mode] !== null);
}

/** The usual price and those of the modes that have one, as they change. */
function newPrices({ item, price, modePrices }: ChangedPrices): NewPrice[] {
  const stored = storedModePrices(item);
  const ofModes = modes.flatMap((mode) => {
    const [before, after] = [stored[mode], modePrices[mode]];
    return before !== null && after !== null && after !== undefined
      ? [{ name: `${item.name} (${mode})`, before, after }]
      : [];
  });
  return [{ name: item.name, before: item.price_minor, after: price! }, ...ofModes];
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
        where restaurant_id = ${restaurantId} and item_id in ${idsIn(ids)} and ${isChosen}`
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
