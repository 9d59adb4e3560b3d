import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { asciiDigits } from '#server/modules/outbound/phone.ts';
import { keyOf, seal, unseal } from '#server/sealing.ts';

// RFC 6238 as every authenticator app implements it: SHA-1, six digits, a new code every 30 s. A clock may be one step
// off, either way.
const stepSeconds = 30;
const stepsOff = 1;
const digits = 6;

/** 160 random bits, as RFC 4226 asks. */
export function newSecret(): Buffer {
  return randomBytes(20);
}

/** The secret as an app takes it: in groups of four to be typed, and as the address in a QR code. */
export function describeSecret(secret: Buffer, email: string): { secret: string; address: string } {
  const totp = makeTotp(secret, email);
  return { secret: totp.secret.base32.match(/.{1,4}/g)!.join(' '), address: totp.toString() };
}

/** The time step of a code, at most one away from `now`; null for a wrong code. Takes equally long for every code. */
export function findTimeStep(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = makeTotp(secret).validate({ token: code, timestamp, window: stepsOff });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}

/** Whether the text has the form of an app's code; anything else is read as a recovery code. */
export function isAppCode(code: string): boolean {
  return code.length === digits && /^\d+$/.test(code);
}

/** A code without spaces and dashes, in Latin digits. */
export function normalCode(code: string): string {
  return asciiDigits(code).replaceAll(/[\s-]/g, '').toLowerCase();
}

function makeTotp(secret: Buffer, label = ''): TOTP {
  const bytes = new Uint8Array(secret);
  return new TOTP({
    issuer: 'Order Manager',
    label,
    digits,
    period: stepSeconds,
    secret: new Secret({ buffer: bytes.buffer }),
  });
}

/** Neither characters that look alike nor vowels, so that no code is a word. */
const letters = '23456789bcdfghjkmnpqrstvwxyz';

/** Codes such as 'k7m2p-x9q4r': ten of 28 letters are 48 bits. */
export function newRecoveryCodes(): string[] {
  const half = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: limits.recoveryCodes }, () => `${half()}-${half()}`);
}

/** The stored form of a recovery code; valid for one account. */
export function hashRecoveryCode(secret: string, userId: UserId, code: string): Buffer {
  return createHmac('sha256', keyOf(secret, 'recovery codes'))
    .update(`${userId} ${normalCode(code)}`)
    .digest();
}

/** The shared secret as it is stored, bound to its account. */
export function sealSecret(secret: string, userId: UserId, plain: Buffer): Buffer {
  return seal(keyOf(secret, sealedUse), userId, plain);
}

/** @throws when SECRET is not the one that the value was sealed with. */
export function unsealSecret(secret: string, userId: UserId, sealed: Buffer): Buffer {
  return unseal(keyOf(secret, sealedUse), userId, sealed);
}

const sealedUse = 'second factors';
