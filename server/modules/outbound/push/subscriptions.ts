/** Subscriptions of browsers as they are stored: an address at a push service names a browser for good, so it is sealed, and found by its hash. */
import { createHash } from 'node:crypto';
import { keyOf, seal, unseal } from '#server/sealing.ts';
import type { Subscription } from './push.ts';

const sealedUse = 'push subscriptions';

export function hashEndpoint(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}

/** @param rowId of the row that it is stored in. */
export function sealSubscription(secret: string, rowId: string, subscription: Subscription): Buffer {
  return seal(keyOf(secret, sealedUse), rowId, Buffer.from(JSON.stringify(subscription)));
}

export function unsealSubscription(secret: string, rowId: string, sealed: Buffer): Subscription {
  return JSON.parse(unseal(keyOf(secret, sealedUse), rowId, sealed).toString()) as Subscription;
}
