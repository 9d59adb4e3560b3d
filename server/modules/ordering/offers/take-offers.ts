/** The uses of offers: an order takes them as it takes its portions, and gives them back when it is cancelled (decision 78). */
import { type RawBuilder, sql } from 'kysely';
import type { CustomerId, OfferId, OrderId, RestaurantId, StampMovementId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { StoredOrder } from '../queries.ts';

export interface OfferUse {
  /** Settles when the offers are locked; sent with the statement that follows, in one round trip. */
  locked: Promise<unknown>;
  /** A query that has a row when one of the offers is used up by now, by all guests or by this one. */
  spentSql: RawBuilder<unknown>;
  /** Parts of the statement that write the uses, where the condition holds. They end without a comma. */
  usingSql: (condition: RawBuilder<boolean>) => RawBuilder<unknown>;
}

/**
 * Takes the uses of the offers that an order got; null for an order without. The offers are locked first, in the order of their ids:
 * of guests who race for the last use, each counts what those before it have taken.
 */
export function takeOffers(
  tx: Tx,
  order: Pick<StoredOrder, 'restaurant_id' | 'id' | 'customer_id' | 'offers' | 'placed_at'>,
): OfferUse | null {
  const { restaurant_id: restaurantId, id: orderId, customer_id: customerId, offers, placed_at: now } = order;
  if (offers === null) return null;
  const ids = offers.map(({ id }) => id);
  const isCardUsed = offers.some(({ stamps }) => stamps !== undefined);
  const isApplied = sql<boolean>`offers.restaurant_id = ${restaurantId} and offers.id = any(${ids}::uuid[])`;
  // The guest as well: two of their orders may have different offers for first orders.
  const locked = Promise.all([
    sql`select from customers where restaurant_id = ${restaurantId} and id = ${customerId} for no key update`.execute(
      tx,
    ),
    sql`select from offers where ${isApplied} order by id for no key update`.execute(tx),
    isCardUsed &&
      sql`select from stamp_cards where restaurant_id = ${restaurantId} and customer_id = ${customerId} and offer_id = any(${ids}::uuid[]) for no key update`.execute(
        tx,
      ),
  ]);
  // A failure fails the next statement as well.
  locked.catch(() => undefined);
  const usesOfGuest = sql`
    select count(*) from offer_uses
    where offer_uses.restaurant_id = ${restaurantId} and offer_id = offers.id and offer_uses.customer_id = ${customerId}`;
  const spentSql = sql`
    select from offers where ${isApplied} and (
      uses >= uses_max
      or (uses_of_guest_max is not null and (${usesOfGuest}) >= uses_of_guest_max)
      or (is_for_first_order and (${hasOrderedSql(restaurantId, customerId)}))
      or stamps_needed > ${stampsSql({ restaurantId, customerId }, sql`offers.id`, now)})`;
  const usingSql: OfferUse['usingSql'] = (condition) => sql`
    used as (
      update offers set uses = uses + 1 where ${isApplied} and ${condition} returning id as offer_id, stamps_needed
    ),
    noted as (
      insert into offer_uses (restaurant_id, offer_id, order_id, customer_id)
      select ${restaurantId}::uuid, offer_id, ${orderId}::uuid, ${customerId}::uuid from used
    )${
      isCardUsed
        ? sql`,
    stamped as (
      update stamp_cards set stamps = stamps - stamps_needed from used
      where restaurant_id = ${restaurantId} and customer_id = ${customerId} and stamp_cards.offer_id = used.offer_id
        and stamps_needed is not null
      returning used.*
    ),
    told_stamps as (
      insert into stamp_movements (restaurant_id, id, offer_id, customer_id, kind, stamps, order_id, created_at)
      select ${restaurantId}::uuid, ${newId<StampMovementId>()}::uuid, offer_id, ${customerId}::uuid, 'used', -stamps_needed, ${orderId}::uuid, ${now}::timestamptz from stamped
    )`
        : sql``
    }`;
  return { locked, spentSql, usingSql };
}

/** The stamps that a guest has on the card of an offer. */
export function stampsSql(
  { restaurantId, customerId }: { restaurantId: RestaurantId; customerId: CustomerId | null },
  offerId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<number> {
  return sql`coalesce((
    select stamps from stamp_cards
    where stamp_cards.restaurant_id = ${restaurantId} and stamp_cards.offer_id = ${offerId} and stamp_cards.customer_id = ${customerId}
      and coalesce(expires_at > ${now}, true)), 0)`;
}

/** Whether a guest has ordered: an order that was not cancelled, or one with an offer that waits for its payment. */
export function hasOrderedSql(restaurantId: RestaurantId, customerId: CustomerId | null): RawBuilder<boolean> {
  return sql`
    exists (select from orders where orders.restaurant_id = ${restaurantId} and orders.customer_id = ${customerId}
      and status <> 'Cancelled')
    or exists (select from offer_uses where offer_uses.restaurant_id = ${restaurantId} and offer_uses.customer_id = ${customerId})`;
}

/**
 * Gives back what an order has used that is cancelled, or never paid, or that gets nothing of these offers any more. Repeated, it
 * changes nothing.
 */
export async function giveUsesBack(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  offerIds: readonly OfferId[] | null = null,
): Promise<void> {
  await sql`
    with mine as materialized (
      select id from offers where restaurant_id = ${restaurantId} and id in (
        select offer_id from offer_uses where restaurant_id = ${restaurantId} and order_id = ${orderId}
          and (${offerIds}::uuid[] is null or offer_id = any(${offerIds}::uuid[])))
      order by id for no key update
    ),
    freed as (
      delete from offer_uses where restaurant_id = ${restaurantId} and order_id = ${orderId}
        and offer_id in (select id from mine)
      returning offer_id
    )
    update offers set uses = uses - 1 where restaurant_id = ${restaurantId} and id in (select offer_id from freed)`.execute(
    tx,
  );
}

/**
 * Takes the uses of an order again whose cancelling is undone, also where others have had the last ones meanwhile: this guest was
 * promised the price first.
 */
export async function takeUsesAgain(
  tx: Tx,
  { restaurant_id: restaurantId, id: orderId, customer_id: customerId, offers }: StoredOrder,
): Promise<void> {
  const ids = (offers ?? []).map(({ id }) => id);
  await sql`
    with mine as materialized (
      select id from offers where restaurant_id = ${restaurantId} and id = any(${ids}::uuid[]) order by id for no key update
    ),
    noted as (
      insert into offer_uses (restaurant_id, offer_id, order_id, customer_id)
      select ${restaurantId}::uuid, id, ${orderId}::uuid, (
        -- Null where the guest was erased meanwhile.
        select id from customers where restaurant_id = ${restaurantId} and customers.id = ${customerId}::uuid for key share)
      from mine
      on conflict do nothing returning offer_id
    )
    update offers set uses = uses + 1 where restaurant_id = ${restaurantId} and id in (select offer_id from noted)`.execute(
    tx,
  );
}
