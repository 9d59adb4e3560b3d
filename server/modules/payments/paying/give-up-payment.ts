import type { RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { type StoredPayment, updatePayment } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Ends the hold of a payment that nobody has made, and closes its page. One that is made stays.
 * @returns the payment as it stands. @throws GatewayFailed, after which the hold ends by itself.
 */
export async function giveUpPayment(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>,
  restaurantId: RestaurantId,
  payment: StoredPayment,
): Promise<StoredPayment> {
  if (payment.state === 'begun')
    await transaction(deps.db, restaurantId, (tx) => updatePayment(tx, payment, { held_until: deps.clock() }));
  const settled = await settlePayment(deps, restaurantId, { paymentId: payment.id });
  return settled?.payment ?? payment;
}
