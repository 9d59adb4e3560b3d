/** A guest's stamp card, as they and the people of the restaurant read it (decision 83). */
import { type Selectable, sql } from 'kysely';
import type { CustomerId, OfferId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { CardOfGuest, StampCard } from '#contract/ordering/offers/stamp-card.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';

interface CardRow {
  offerId: OfferId;
  name: string;
  nameTranslations: Translations;
  stamps: number;
  needed: number;
  minimum: MinorUnits;
  expiresAt: Date | null;
  amount: MinorUnits | null;
  isPaused: boolean;
  isOn: boolean;
}

/** Null where the restaurant has no card, or the guest no number. Stamps that have expired do not count. */
export async function findCard(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  now: Date,
): Promise<CardRow | null> {
  const { rows } = await sql<CardRow>`
    select offers.id as "offerId", offers.name, name_translations as "nameTranslations", coalesce(card.stamps, 0) as stamps,
      stamps_needed as needed, stamp_minimum_minor as minimum, card.expires_at as "expiresAt", amount_minor as amount,
      is_paused as "isPaused",
      not is_paused and coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true) as "isOn"
    from offers
    join customers on customers.restaurant_id = offers.restaurant_id and customers.id = ${customerId} and phone is not null
    left join stamp_cards as card on card.restaurant_id = offers.restaurant_id and card.offer_id = offers.id
      and card.customer_id = customers.id and card.stamps > 0 and coalesce(card.expires_at > ${now}, true)
    where offers.restaurant_id = ${restaurantId} and deleted_at is null and stamps_needed is not null`.execute(tx);
  return rows[0] ?? null;
}

/** The card as guests see it: null also while it is paused, has not begun or is over. */
export async function showCard(
  tx: Tx,
  { restaurantId, customerId }: { restaurantId: RestaurantId; customerId: CustomerId },
  now: Date,
): Promise<StampCard | null> {
  const card = await findCard(tx, restaurantId, customerId, now);
  return card === null || !card.isOn ? null : cardForWire(card, await getCurrency(tx, restaurantId));
}

export async function showCardOfGuest(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  now: Date,
): Promise<CardOfGuest | null> {
  const card = await findCard(tx, restaurantId, customerId, now);
  if (card === null) return null;
  const movements = await listMovements(tx, restaurantId, customerId)
    .where('offer_id', '=', card.offerId)
    .limit(limits.stampMovementsShown)
    .execute();
  return {
    ...cardForWire(card, await getCurrency(tx, restaurantId)),
    isPaused: card.isPaused,
    movements: movements.map(movementForWire),
  };
}

/** All movements of a guest, the newest first, for their own data: without the people who corrected the card. */
export async function listStampsOf(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId) {
  const movements = await listMovements(tx, restaurantId, customerId).execute();
  return movements.map((movement) => {
    const { by: _, ...shown } = movementForWire(movement);
    return shown;
  });
}

function listMovements(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId) {
  return tx
    .selectFrom('stamp_movements')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

function movementForWire(movement: Selectable<Schema['stamp_movements']>) {
  const { kind, stamps, created_at, actor_name: by, reason } = movement;
  return { kind, stamps, at: created_at.toISOString(), by, reason };
}

function cardForWire({ expiresAt, minimum, amount, ...card }: CardRow, currency: Currency): StampCard {
  const { name, nameTranslations, stamps, needed } = card;
  return {
    name,
    nameTranslations,
    stamps,
    needed,
    minimum: toMajor(minimum, currency),
    expiresAt: expiresAt?.toISOString() ?? null,
    off: amount === null ? null : toMajor(amount, currency),
  };
}
