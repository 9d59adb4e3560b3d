/** Paying online: the gateway that a restaurant connects, payments of guests, refunds. */
import * as z from 'zod';
import { proof, proofErrors } from '../accounts/proof.ts';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { gatewayKinds, movementKinds, paymentProblems, paymentStates } from '../base/enumerations.ts';
import { confirmed, idOf, idParams, instant, line, price } from '../base/fields.ts';
import type { OrderId, PaymentId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { createOrder, NewOrder } from '../ordering/orders.ts';

/**
 * `keyEnd` is the end of the secret key, by which people tell two apart. Money moves unless `isTest`, or the gateway refuses the key
 * since `refusedSince`, which servers of the version before do not send.
 */
export const ConnectedGateway = z.object({
  kind: z.enum(gatewayKinds),
  isTest: z.boolean(),
  keyEnd: z.string(),
  connectedAt: instant,
  refusedSince: instant.nullish(),
});
export type ConnectedGateway = z.infer<typeof ConnectedGateway>;

/** `hasSimulator`: any key that begins with `sk_test_` connects the simulated gateway of a development server. */
const gatewayAnswer = z.object({ gateway: ConnectedGateway.nullable(), hasSimulator: z.boolean() });

export const getGateway = endpoint({
  summary: 'The gateway through which guests pay online.',
  callers: ['owner'],
  answer: gatewayAnswer,
  errors: [],
});

/** Replaces the key of a gateway that is connected already. */
export const connectGateway = endpoint({
  summary: 'Connect a gateway, so that guests can pay online.',
  callers: ['owner'],
  isRestaurantWide: true,
  body: z.object({ kind: z.enum(gatewayKinds), secretKey: line(limits.gatewayKey), ...proof }),
  answer: gatewayAnswer.extend(confirmed),
  errors: ['payment.keys_refused', 'payment.gateway_unavailable', ...proofErrors],
});

/** Payments on their way go on, and paid orders can be refunded. */
export const disconnectGateway = endpoint({
  summary: 'Take no more payments online.',
  callers: ['owner'],
  isRestaurantWide: true,
  body: z.object({ ...proof }),
  answer: gatewayAnswer.extend(confirmed),
  errors: ['request.not_found', ...proofErrors],
});

/**
 * `reference` names the payment on any device. `url` is the gateway's page, where the guest pays until `heldUntil`; dishes
 * are kept for the guest so long. The order exists from `authorised` on. A payment at a table makes no order: it is paid then.
 */
export const GuestPayment = z.object({
  _id: idOf<PaymentId>(),
  reference: z.string(),
  state: z.enum(paymentStates),
  isAtTable: z.boolean(),
  amount: price,
  /** Money that went back to the guest. */
  refunded: price,
  url: z.string().nullable(),
  heldUntil: instant,
  orderId: idOf<OrderId>().nullable(),
  orderName: z.string().nullable(),
});
export type GuestPayment = z.infer<typeof GuestPayment>;

/** With an Idempotency-Key, repeated requests are one payment. `paymentMethod` of the order is the online one of its mode. */
export const beginPayment = endpoint({
  summary: 'Keep what an order needs, and lead its guest to the gateway.',
  callers: ['customer'],
  isIdempotent: true,
  isUrgent: true,
  maxBodyBytes: limits.orderBodyBytes,
  body: z.object({ order: NewOrder }),
  answer: z.object({ payment: GuestPayment }),
  errors: [...createOrder.errors, 'payment.gateway_unavailable', 'payment.amount_not_possible'],
});

/** Asks the gateway while nobody has paid. Who has the reference needs no token: the way back may end on another device. */
export const getPaymentState = endpoint({
  summary: 'How far a payment is.',
  callers: ['site', 'customer'],
  isPolled: true,
  params: z.object({ reference: z.string().max(limits.paymentReference) }),
  answer: z.object({ payment: GuestPayment }),
  errors: ['request.not_found'],
});

/** A payment that is made already stays, and the answer says so. */
export const giveUpPayment = endpoint({
  summary: 'Change the order instead of paying it.',
  callers: ['customer'],
  params: z.object({ reference: z.string().max(limits.paymentReference) }),
  body: z.object({}),
  answer: z.object({ payment: GuestPayment }),
  errors: ['request.not_found', 'payment.gateway_unavailable'],
});

/**
 * `by` and `reason` are those of a refund; null for guests. `isShared`: somebody refunded a payment of a table at the gateway, where no order
 * is named, and this is the part of the order.
 */
export const PaymentMovement = z.object({
  kind: z.enum(movementKinds),
  amount: price,
  at: instant,
  by: z.string().nullable(),
  reason: z.string().nullable(),
  isShared: z.boolean(),
});
export type PaymentMovement = z.infer<typeof PaymentMovement>;

/** `pendingRefund` was asked of the gateway, which has not confirmed it. `canRefund` is false where the money was not taken, or the keys of the gateway are gone. `isOfFormerServer`: the restaurant was read in from an archive since, and this server moves nothing of it. */
export const OrderPayment = z.object({
  _id: idOf<PaymentId>(),
  gateway: z.enum(gatewayKinds),
  isTest: z.boolean(),
  state: z.enum(paymentStates),
  amount: price,
  captured: price,
  refunded: price,
  pendingRefund: price,
  canRefund: z.boolean(),
  isOfFormerServer: z.boolean(),
  problem: z.enum(paymentProblems).nullable(),
  currency: z.string(),
  movements: z.array(PaymentMovement),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/**
 * `tablePayments` are those of guests at the table, the first one first; amounts and movements are the order's share of each.
 */
export const getOrderPayment = endpoint({
  summary: 'The online payments of an order: of the guest, or of the restaurant.',
  callers: [...merchant, 'customer'],
  params: idParams<OrderId>(),
  answer: z.object({ payment: OrderPayment.nullable(), tablePayments: z.array(OrderPayment).max(limits.listMax) }),
  errors: ['order.not_found'],
});

/** An accepted order whose money is in trouble, until somebody says that they know. `at` is when it was seen. */
export const PaymentProblemOfOrder = z.object({
  orderId: idOf<OrderId>(),
  orderName: z.string(),
  problem: z.enum(paymentProblems),
  amount: price,
  currency: z.string(),
  at: instant,
});
export type PaymentProblemOfOrder = z.infer<typeof PaymentProblemOfOrder>;

/** The connected gateway, while it refuses its key: no money is taken or given back. */
const RefusedGateway = z.object({ kind: z.enum(gatewayKinds), since: instant });
export type RefusedGateway = z.infer<typeof RefusedGateway>;

/** Servers of the version before send no `refusedGateway`. */
const problemsAnswer = z.object({
  problems: z.array(PaymentProblemOfOrder).max(limits.listMax),
  refusedGateway: RefusedGateway.nullish(),
});

export const listPaymentProblems = endpoint({
  summary: 'The accepted orders whose money is in trouble, the newest first, and the gateway while it refuses its key.',
  callers: merchant,
  isPolled: true,
  answer: problemsAnswer,
  errors: [],
});

export const acknowledgePaymentProblem = endpoint({
  summary: 'Say that the trouble with the money of an order is known.',
  callers: editors,
  params: idParams<OrderId>(),
  body: z.object({}),
  answer: problemsAnswer,
  errors: ['order.not_found'],
});

/** With an Idempotency-Key, repeated requests are one refund; the same key with another order, amount or reason is refused. */
export const refundPayment = endpoint({
  summary: 'Give money of a paid order back.',
  callers: editors,
  isIdempotent: true,
  params: idParams<OrderId>(),
  body: z.object({
    amount: price,
    reason: line(limits.reason),
    /** A payment at the table; without it, the order's own. */
    paymentId: idOf<PaymentId>().nullish(),
  }),
  answer: z.object({ payment: OrderPayment }),
  errors: ['order.not_found', 'payment.nothing_to_refund', 'payment.refund_key_reused', 'payment.gateway_unavailable'],
});
