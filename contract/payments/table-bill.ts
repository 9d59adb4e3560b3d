/** The bill of a table: what was ordered there, what of it is paid online, and paying the rest (decision 82). */
import * as z from 'zod';
import { ParticipantClaim } from '../dining/table-sessions.ts';
import { endpoint } from '../base/endpoint.ts';
import { languages } from '../base/enumerations.ts';
import { idOf, price, translations } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { orderStatuses } from '../ordering/order-status.ts';
import { GuestPayment } from './payments.ts';

/** The most lines of one payment: those of twenty full orders. A longer bill is paid in parts, or to a waiter. */
const linesPaidMax = 20 * limits.basketLinesMax;

/** `paying`: the gateway's page of somebody at the table is open for it, at most ten minutes. */
const billLineStates = ['open', 'paying', 'paid'] as const;

/**
 * `amount` is the line's share of its order's total: discounts taken off, tax and the order's tip added. `isYours`: it was chosen on
 * this phone. `portions` are as many as its quantity, and guests may pay some of them; a line of which one is open is open.
 */
export const BillLine = z.object({
  lineNumber: z.int(),
  name: z.string(),
  nameTranslations: translations,
  quantity: z.int(),
  guestName: z.string(),
  isYours: z.boolean(),
  amount: price,
  state: z.enum(billLineStates),
  portions: z.array(z.object({ amount: price, state: z.enum(billLineStates) })),
});
export type BillLine = z.infer<typeof BillLine>;

/** `payment` is the one that this phone has begun and not made. `paid` leaves out the tips that were given with payments. */
export const TableBill = z.object({
  currency: z.string(),
  orders: z.array(
    z.object({
      _id: idOf<OrderId>(),
      orderName: z.string(),
      status: z.enum(orderStatuses),
      lines: z.array(BillLine),
    }),
  ),
  total: price,
  paid: price,
  canPay: z.boolean(),
  payment: GuestPayment.nullable(),
});
export type TableBill = z.infer<typeof TableBill>;

/** Cancelled orders are on no bill. */
export const readBill = endpoint({
  summary: 'What a table has ordered, and what of it is paid.',
  callers: ['site', 'customer'],
  isReading: true,
  isPolled: true,
  body: ParticipantClaim,
  answer: z.object({ bill: TableBill }),
  errors: ['table.session_over'],
});

/**
 * A line without `portions`, which are counted from 0, is paid whole. The same lines with the same tip are the same payment while nobody has paid. Other lines give the former payment of this phone up,
 * unless it is paid, and then that is the answer.
 */
export const payBill = endpoint({
  summary: 'Lead a guest at a table to the gateway, to pay lines of its orders.',
  callers: ['site', 'customer'],
  isUrgent: true,
  // All lines of a payment, with several portions each.
  maxBodyBytes: 2 * limits.jsonBodyBytes,
  body: ParticipantClaim.extend({
    lines: z
      .array(
        z.object({
          orderId: idOf<OrderId>(),
          lineNumber: z.int().min(1).max(limits.basketLinesMax),
          portions: z.array(z.int().min(0).max(limits.quantityMax)).min(1).max(limits.quantityMax).optional(),
        }),
      )
      .min(1)
      .max(linesPaidMax),
    /** At most what the lines cost. */
    tip: price.nullish(),
    /** The language of the gateway's page; without it, the restaurant's own. */
    language: z.enum(languages).optional(),
  }),
  answer: z.object({ payment: GuestPayment }),
  errors: [
    'table.session_over',
    'table.lines_not_open',
    'order.payment_not_available',
    'order.tip_not_taken',
    'order.tip_too_large',
    'order.too_many_open',
    'payment.gateway_unavailable',
    'payment.amount_not_possible',
  ],
});

/**
 * The reference is enough: the phone that pays alone was told it, and its table may have been cleared meanwhile. A payment that
 * is made already stays, and the answer says so.
 */
export const giveUpBill = endpoint({
  summary: 'Give the payment up that this phone has begun for its table.',
  callers: ['site', 'customer'],
  params: z.object({ reference: z.string().max(limits.paymentReference) }),
  body: ParticipantClaim.pick({ tableSessionId: true }),
  answer: z.object({ payment: GuestPayment }),
  errors: ['request.not_found', 'payment.gateway_unavailable'],
});
