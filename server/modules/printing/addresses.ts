import { createHash, randomBytes } from 'node:crypto';

/** Letters that do not look alike on the small display of a printer. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 27;

/**
 * The secret in a printer's address: 27 letters and digits, more than 128 random bits, short enough to be typed once.
 */
export function newPrinterToken(): string {
  let token = '';
  while (token.length < length) {
    // Bytes above the last whole multiple are dropped, so that all letters are equally likely.
    const usable = [...randomBytes(length)].filter((byte) => byte < 256 - (256 % alphabet.length));
    token += usable.map((byte) => alphabet[byte % alphabet.length]!).join('');
  }
  return token.slice(0, length);
}

/** The stored form of the secret. */
export function hashPrinterToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The address that is typed into the printer. */
export function printerAddress(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/print/${token}`;
}
