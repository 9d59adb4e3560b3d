import { createHmac, randomInt } from 'node:crypto';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';

/** A new code: five digits, as the specification says, each value as likely as any other (R12). */
export function makeCode(): string {
  return String(randomInt(10 ** limits.codeLength)).padStart(limits.codeLength, '0');
}

/**
 * The stored form of a code. The hash takes the server's secret, because five digits are soon tried out; valid for one
 * number and restaurant.
 */
export function hashCode(secret: string, restaurantId: RestaurantId, phone: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`phone code ${restaurantId} ${phone} ${code}`).digest();
}
