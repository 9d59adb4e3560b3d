import { z } from 'zod';

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** A public key of age in the environment. Its last six characters are a checksum (BIP 173), which a mistyped one does not have. */
export const ageRecipient = z
  .string()
  .refine(
    (text) => /^age1[a-z0-9]{58}$/.test(text) && hasChecksum(text),
    'must be what npm run cli -- backup:key prints: age1 and 58 letters and digits, which belong together',
  );

function hasChecksum(text: string): boolean {
  const prefix = [...Buffer.from('age')];
  const values = Array.from(text.slice('age1'.length), (letter) => alphabet.indexOf(letter));
  const all = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...values];
  let sum = 1;
  for (const value of all) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, term] of generator.entries()) if ((top >> bit) & 1) sum ^= term;
  }
  return !values.includes(-1) && sum === 1;
}
