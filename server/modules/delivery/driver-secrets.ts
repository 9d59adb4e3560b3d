import { createHmac, randomInt } from 'node:crypto';
import type { DriverId, RestaurantId } from '#contract/base/ids.ts';
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

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}
