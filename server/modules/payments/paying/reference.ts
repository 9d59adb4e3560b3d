import { createHmac } from 'node:crypto';
import { isId, type PaymentId } from '#contract/base/ids.ts';
import { isSameBytes } from '#server/same-bytes.ts';
import { keyOf } from '#server/sealing.ts';

/**
 * Names a payment in the address that the gateway leads back to. Whoever has it may ask how far the payment is, on any device and
 * without a token, so it is signed: ids can be guessed in part.
 */
export function referenceOf(secret: string, id: PaymentId): string {
  return `${id}.${signature(secret, id).toString('base64url')}`;
}

/** Null for a reference that this server has not given out. */
export function readReference(secret: string, reference: string): PaymentId | null {
  const [id = '', signed = ''] = reference.split('.');
  return isId(id) && isSameBytes(Buffer.from(signed, 'base64url'), signature(secret, id)) ? (id as PaymentId) : null;
}

function signature(secret: string, id: string): Buffer {
  return createHmac('sha256', keyOf(secret, 'payment reference')).update(id).digest().subarray(0, 16);
}
