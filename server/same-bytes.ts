import { timingSafeEqual } from 'node:crypto';

/** Constant-time comparison of hashes and signatures. */
export function isSameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
