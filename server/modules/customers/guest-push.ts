/** The browser in which a guest is told of their orders by push: the one in which they last allowed it. */
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { canPushTo, type Subscription } from '#server/modules/outbound/push/push.ts';
import { hashEndpoint, sealSubscription, unsealSubscription } from '#server/modules/outbound/push/subscriptions.ts';

interface GuestInSession {
  restaurantId: RestaurantId;
  customerId: CustomerId;
  tokenHash: Buffer;
}

/** @throws push.not_served for a push service that this server does not call. */
export async function allowGuestPush(
  tx: Tx,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { restaurantId, customerId, tokenHash }: GuestInSession,
  subscription: Subscription,
): Promise<void> {
  if (!canPushTo(subscription, config)) throw new Refusal('push.not_served');
  const device = {
    session_hash: tokenHash,
    endpoint_hash: hashEndpoint(subscription.endpoint),
    sealed: sealSubscription(config.secret, customerId, subscription),
    created_at: clock(),
  };
  await tx
    .insertInto('guest_push_devices')
    .values({ restaurant_id: restaurantId, customer_id: customerId, ...device })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'customer_id']).doUpdateSet(device))
    .execute();
}

export async function hasGuestPush(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<boolean> {
  return (await findDevice(tx, restaurantId, customerId)) !== undefined;
}

/** Whether the browser with this subscription is the one that is told; null is a browser without one. */
export async function isToldByPush(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  endpoint: string | null,
): Promise<boolean> {
  if (endpoint === null) return false;
  const device = await findDevice(tx, restaurantId, customerId);
  return device?.endpoint_hash.equals(hashEndpoint(endpoint)) === true;
}

/** Null: the guest has not allowed it, not since they last logged in, or under another secret. */
export async function findGuestSubscription(
  tx: Tx,
  secret: string,
  restaurantId: RestaurantId,
  customerId: CustomerId,
): Promise<Subscription | null> {
  const device = await findDevice(tx, restaurantId, customerId);
  if (device === undefined) return null;
  try {
    return unsealSubscription(secret, customerId, device.sealed);
  } catch {
    // A server stored it that still ran while the secret was replaced. The kitchen must be able to move the order all the same.
    return null;
  }
}

function findDevice(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId) {
  return tx
    .selectFrom('guest_push_devices')
    .select(['endpoint_hash', 'sealed'])
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

export async function endGuestPush(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<void> {
  await tx
    .deleteFrom('guest_push_devices')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .execute();
}

/** Forgets a browser that takes no more. The guest may have allowed it in another one since, which stays. */
export async function forgetGuestBrowser(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  endpoint: string,
): Promise<void> {
  await tx
    .deleteFrom('guest_push_devices')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('endpoint_hash', '=', hashEndpoint(endpoint))
    .execute();
}

/** The secret that seals them is gone. Covers all restaurants. */
export async function deleteAllGuestPush(tx: Tx): Promise<void> {
  await tx.deleteFrom('guest_push_devices').execute();
}
