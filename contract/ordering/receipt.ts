/** The receipt of an order. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idParams, instant, price } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { Order } from './orders.ts';

/**
 * `supplier` is the issuer at the time of ordering; null where none was set. The receipt is a tax invoice when the
 * supplier is registered and the order was not cancelled, otherwise a plain receipt. `refunds` are those of an online payment, the
 * first one first, without the money that a change of the order gave back: the total is less by it. `remaining` is what the restaurant
 * keeps then, null for an order that is paid at the door. `paidAtTable` is the part of the total that guests at the table have paid
 * online, and the tips that they gave beside it.
 */
export const Receipt = z.object({
  order: Order,
  supplier: z.object({ legalName: z.string(), taxNumber: z.string(), address: z.string() }).nullable(),
  isTaxInvoice: z.boolean(),
  refunds: z.array(z.object({ amount: price, at: instant })),
  remaining: price.nullable(),
  paidAtTable: z.object({ amount: price, tip: price }).nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

export const getReceipt = endpoint({
  summary: 'The receipt of an order: of the guest, or of the restaurant.',
  callers: [...merchant, 'customer'],
  params: idParams<OrderId>(),
  answer: z.object({ receipt: Receipt }),
  errors: ['order.not_found'],
});
