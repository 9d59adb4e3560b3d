import { fieldProblem } from '#contract/base/field-problems.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { OrderingModeChanges } from '#contract/outlets/outlets.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getOutlet, type OutletRow } from './queries.ts';

/** Fields of a mode to write; an empty object writes nothing. Times in minutes. */
interface ModeChanges {
  accepts_orders?: boolean;
  paused_until?: null;
  preparation_minutes?: number;
  delivery_minutes?: number;
  make_minutes_per_quarter?: number | null;
  takes_cash?: boolean;
  takes_card?: boolean;
  takes_online?: boolean;
  opening_hours?: string;
}

export function modeChangesOf(body: OrderingModeChanges): ModeChanges {
  const { preparationTime, deliveryTime, makeMinutesPerQuarter, paymentMethod = {}, takesOnline, openingHours } = body;
  const { cashOnDelivery, cardOnDelivery } = paymentMethod;
  const accepts = body.mode === 'pickup' ? (body.pickup ?? body.delivery) : body.delivery;
  return {
    ...(accepts === undefined ? {} : { accepts_orders: accepts }),
    // Switching a mode off ends its pause. A mode that stays on stays paused: the form sends its state along with
    // everything else.
    ...(accepts === false ? { paused_until: null } : {}),
    ...(preparationTime === undefined ? {} : { preparation_minutes: preparationTime }),
    ...(deliveryTime === undefined ? {} : { delivery_minutes: deliveryTime }),
    ...(makeMinutesPerQuarter === undefined ? {} : { make_minutes_per_quarter: makeMinutesPerQuarter }),
    ...(cashOnDelivery === undefined ? {} : { takes_cash: cashOnDelivery }),
    ...(cardOnDelivery === undefined ? {} : { takes_card: cardOnDelivery }),
    ...(takesOnline === undefined ? {} : { takes_online: takesOnline }),
    ...(openingHours === undefined ? {} : { opening_hours: JSON.stringify(openingHours) }),
  };
}

/**
 * Changes how an outlet takes orders in a mode, column by column as `changeOutlet` does, so that a parallel pause is
 * kept.
 * @throws request.not_found, outlet.delivery_time_too_short.
 */
export async function changeOrderingMode(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  { mode }: Pick<OrderingModeChanges, 'mode'>,
  changes: ModeChanges,
  at: Date,
): Promise<OutletRow> {
  await getOutlet(tx, restaurantId, outletId, 'merchant');
  const { preparation_minutes, delivery_minutes } = await tx
    .updateTable('outlet_modes')
    .set(changes)
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('mode', '=', mode)
    .returning(['preparation_minutes', 'delivery_minutes'])
    .executeTakeFirstOrThrow();
  // Other modes store a delivery time as well, which nobody sees.
  if (mode === 'delivery' && delivery_minutes < preparation_minutes) {
    throw new Refusal('outlet.delivery_time_too_short', undefined, {
      deliveryTime: fieldProblem('outlet.delivery_time_too_short', { minutes: preparation_minutes }),
    });
  }
  const outlet = await getOutlet(tx, restaurantId, outletId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return outlet;
}
