/** The ledger of stamp cards (decision 83): each change is a row, and a card holds the sum of its rows, which is never below zero. */
import { sql } from 'kysely';
import type { CustomerId, OfferId, OrderId, RestaurantId, StampMovementId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Selectable } from 'kysely';

type StoredMovement = Selectable<Schema['stamp_movements']>;

export interface CardId {
  restaurantId: RestaurantId;
  offerId: OfferId;
  customerId: CustomerId;
}

/** Without `stamps` and ids: why they come or go. */
interface StampMove {
  kind: StoredMovement['kind'];
  stamps: number;
  orderId?: OrderId;
  by?: { name: string; reason: string; key: string | null };
}

/**
 * Locks the card, makes it if there is none, and empties it if it has expired. Cards are locked after offers, and before items.
 * @returns its stamps.
 */
export async function lockCard(tx: Tx, card: CardId, now: Date): Promise<number> {
  const { rows } = await sql<{ stamps: number; isOver: boolean }>`
    insert into stamp_cards (restaurant_id, offer_id, customer_id, stamps)
    values (${card.restaurantId}, ${card.offerId}, ${card.customerId}, 0)
    on conflict (restaurant_id, offer_id, customer_id) do update set stamps = stamp_cards.stamps
    returning stamps, coalesce(expires_at <= ${now}, false) as "isOver"`.execute(tx);
  const { stamps, isOver } = rows[0]!;
  if (!isOver || stamps === 0) return stamps;
  await writeMovement(tx, card, { kind: 'expired', stamps: -stamps }, now);
  return 0;
}

/**
 * Moves stamps of a card that the caller has locked. Stamps that come make the whole card good for the months of its offer again; of those that
 * go, there are no more than the card has. @returns the number moved.
 */
export async function moveStamps(tx: Tx, card: CardId, move: StampMove, now: Date): Promise<number> {
  const stamps = Math.max(move.stamps, -(await lockCard(tx, card, now)));
  if (stamps !== 0) await writeMovement(tx, card, { ...move, stamps }, now);
  return stamps;
}

/** The stamps of the card that a person has moved by this key; null where nobody has. The caller has locked the card. */
export async function findMoved(
  tx: Tx,
  { restaurantId, offerId, customerId }: CardId,
  key: string | null,
): Promise<number | null> {
  if (key === null) return null;
  const moved = await tx
    .selectFrom('stamp_movements')
    .select('stamps')
    .where('restaurant_id', '=', restaurantId)
    .where('offer_id', '=', offerId)
    .where('customer_id', '=', customerId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return moved?.stamps ?? null;
}

async function writeMovement(
  tx: Tx,
  { restaurantId, offerId, customerId }: CardId,
  { kind, stamps, orderId, by }: StampMove,
  now: Date,
): Promise<void> {
  await sql`
    with moved as (
      update stamp_cards set stamps = stamps + ${stamps}, expires_at = case when ${stamps} > 0 then (
        select ${now}::timestamptz + make_interval(months => stamp_months) from offers
        where restaurant_id = ${restaurantId} and id = ${offerId}) else expires_at end
      where restaurant_id = ${restaurantId} and offer_id = ${offerId} and customer_id = ${customerId}
    )
    insert into stamp_movements (restaurant_id, id, offer_id, customer_id, kind, stamps, order_id, reason, actor_name,
      request_key, created_at)
    values (${restaurantId}, ${newId<StampMovementId>()}, ${offerId}, ${customerId}, ${kind}, ${stamps}, ${orderId ?? null},
      ${by?.reason ?? null}, ${by?.name ?? null}, ${by?.key ?? null}, ${now})`.execute(tx);
}
