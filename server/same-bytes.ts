import { timingSafeEqual } from 'node:crypto';

/** For hashes and signatures: takes as long whether they are alike or not. */
export function isSameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
