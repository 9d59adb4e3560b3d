import { createHmac, randomInt } from 'node:crypto';
import type { Language } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';

/** A new code: five digits, each value as likely as any other (R12). */
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

/** The message of a code; its last line lets a phone fill the code in, on our site only (WebOTP, C09). */
export function codeText(code: string, restaurantName: string, domain: string, language: Language): string {
  const name = restaurantName.replaceAll(/\s+/g, ' ');
  const minutes = limits.codeValidSeconds / 60;
  const sentence = {
    en: `${code} is your code for ${name}. It is good for ${minutes} minutes.`,
    ar: `${code} هو رمزك لدى ${name}. صالح لمدة ${minutes} دقائق.`,
  };
  return `${sentence[language]}\n\n@${domain} #${code}`;
}
