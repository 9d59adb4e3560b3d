import { createHash, randomBytes } from 'node:crypto';

/** Without letters that look alike on the small display of a printer. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 27;

/** The secret in a printer's address: 27 letters and digits, which is more than 128 random bits, short enough to be typed once. */
export function newPrinterToken(): string {
  let token = '';
  while (token.length < length) {
    // Above the last whole multiple some letters would come more often than others.
    const usable = [...randomBytes(length)].filter((byte) => byte < 256 - (256 % alphabet.length));
    token += usable.map((byte) => alphabet[byte % alphabet.length]!).join('');
  }
  return token.slice(0, length);
}

/** How the secret is kept. */
export function hashPrinterToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What is typed into the printer. */
export function printerAddress(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/print/${token}`;
}
