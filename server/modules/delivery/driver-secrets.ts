import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { DriverId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { keyOf } from '#server/sealing.ts';

/** Digits of the code that opens a driver's link. */
const codeDigits = 6;

/** The secret stands behind the #, which no browser sends: it is in no log of a server or a proxy. */
export function driverLink(publicUrl: string, token: string): string {
  return `${publicUrl}/driver#${token}`;
}

export function newDriverCode(): string {
  return digits(codeDigits);
}

/** The code that the guest reads to the driver at the door. */
export function newGuestCode(): string {
  return digits(4);
}

/**
 * The hash takes the server's secret, because six digits are soon tried out; valid for one driver of one restaurant.
 */
export function hashDriverCode(secret: string, restaurantId: RestaurantId, driverId: DriverId, code: string): Buffer {
  return createHmac('sha256', keyOf(secret, 'driver codes')).update(`${restaurantId} ${driverId} ${code}`).digest();
}

/** The secret that hashes the codes is gone: restaurants give new links, and no driver types a right code in vain. */
export async function voidAllLinks(tx: Tx): Promise<void> {
  await tx
    .updateTable('drivers')
    .set({ token_hash: sql<Buffer>`sha256(uuid_send(gen_random_uuid()))` })
    .where('removed_at', 'is', null)
    .execute();
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
