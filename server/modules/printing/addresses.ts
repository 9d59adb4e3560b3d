import { randomBytes } from 'node:crypto';
import type { PrinterKind } from '#contract/base/enumerations.ts';

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

/** The address that is typed into the printer. Epson's have one in common, and the secret as their ID. */
export function printerAddress(
  publicUrl: string,
  token: string,
  kind: PrinterKind,
): { address: string; secretId?: string } {
  const base = `${publicUrl.replace(/\/$/, '')}/print`;
  return kind === 'epson' ? { address: `${base}/epson`, secretId: token } : { address: `${base}/${token}` };
}
