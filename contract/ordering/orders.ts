/** Quoting, placing, following and moving orders. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf, idParams, instant, line, lineOrEmpty, mode, optionalLine, price, text } from '../base/fields.ts';
import type { DeliveryAreaId, ItemId, OrderId, OutletId, TableId } from '../base/ids.ts';
import { escalations, languages, orderSourceOf, paymentMethods } from '../base/enumerations.ts';
import { limits } from '../base/limits.ts';
import { OrderChange } from './order-change.ts';
import { OrderProblem } from './order-problem.ts';
import { OrderLine, OrderLineInput } from './order-lines.ts';
import { orderStatuses } from './order-status.ts';
import { AppliedOffer, RefusedOffer } from './offers/offers.ts';
import { OrderDelivery } from '../delivery/order-delivery.ts';
import { Pin } from '../outlets/delivery-areas.ts';
import { SharedBasket } from '../dining/table-sessions.ts';

const OrderAddress = z.object({
  location: line(limits.addressPart),
  floor: line(limits.name),
  instruction: text(limits.specialInstruction).default(''),
  nickName: lineOrEmpty(limits.name)
    .transform((name) => name || 'Home')
    .default('Home'),
});

/** Case is ignored on input ('Cash on Delivery'); stored and answered in lower case. */
const lowerCase = z
  .string()
  .max(40)
  .overwrite((value) => value.trim().toLowerCase());
const paymentMethod = lowerCase.pipe(z.enum(paymentMethods));
const deliveryMode = lowerCase.pipe(mode);

export const QuoteInput = z.object({
  outletId: idOf<OutletId>(),
  deliveryMode,
  deliveryAreaId: idOf<DeliveryAreaId>().nullish(),
  /** The pin and the postcode of the door, by which zones are found. Where an outlet has several, the cheapest delivers. */
  position: Pin.nullish(),
  postcode: optionalLine(limits.postcode).nullable(),
  /** The code of the table, required for dine-in: it proves that the guest has scanned it. */
  table: z.string().max(limits.tableCode).nullish(),
  items: z.array(OrderLineInput).min(1).max(limits.basketLinesMax),
  /** The slot of a scheduled order, from `ordering/slots`. Without it: as soon as possible. */
  orderDate: instant.nullish(),
  /** An amount for the staff, where the restaurant takes tips in this mode. Never above the subtotal. */
  tip: price.nullish(),
  /** The code of an offer, as the guest typed it. One that does not apply keeps nobody from ordering: the total says so. */
  offerCode: optionalLine(limits.offerCode).nullable(),
  /** Whether the guest wants to use their full stamp card. One that is not full keeps nobody from ordering either. */
  usesStampCard: z.boolean().optional(),
});
export type QuoteInput = z.infer<typeof QuoteInput>;

/** `totalPrice` must be the real total (R31), `userId` that of the token (R28). */
export const NewOrder = QuoteInput.extend({
  paymentMethod,
  /** The place whose link brought the guest: `platform` of the order, which is OrderManager for a word that names none. */
  platform: z.string().max(limits.name).transform(orderSourceOf).nullish(),
  specialInstruction: text(limits.specialInstruction).default(''),
  totalPrice: price,
  userId: z.string().max(100).nullish(),
  address: OrderAddress.nullish(),
  /** For a table session: `items` must be the whole shared basket. */
  sharedBasket: SharedBasket.nullish(),
  /** The language for messages about the order; without it, the restaurant's own. */
  language: z.enum(languages).optional(),
});
export type NewOrder = z.infer<typeof NewOrder>;

/** Reasons that keep a basket from being ordered. */
const basketProblems = [
  'order.outlet_inactive',
  'order.mode_not_available',
  'order.dine_in_not_available',
  'order.table_invalid',
  'order.outlet_closed',
  'order.slot_gone',
  'order.time_full',
  'order.not_today',
  'order.not_attended',
  'order.area_not_served',
  'order.pin_needed',
  'order.below_minimum',
  'order.item_unavailable',
  'order.menu_over',
  'order.item_gone',
  'order.sold_out',
  'order.options_invalid',
  'order.tip_not_taken',
  'order.tip_too_large',
] as const;

/** A reason why the basket cannot be ordered now. `line` is an index in `items`; without it: the whole order. */
export const QuoteProblem = z.object({
  code: z.enum(basketProblems),
  msg: z.string(),
  line: z.int().optional(),
  /** Portions left, for sold_out: 0 to 5. Without it there are more, but not enough. */
  left: z.int().optional(),
  /** The values in `msg`, for a reader of another language. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type QuoteProblem = z.infer<typeof QuoteProblem>;

/**
 * `discount` is taken off the subtotal, and `tax` is on, or in, what is left; it is added to the total unless `taxInclusive`.
 * `deliveryFee` is null unless the order is delivered, and 0 where an offer takes it off; `tip` is null where there is none.
 */
export const Quote = z.object({
  currency: z.string(),
  lines: z.array(
    z.object({ itemId: idOf<ItemId>(), name: z.string(), unitPrice: price, optionsPrice: price, totalPrice: price }),
  ),
  subtotal: price,
  discount: price,
  offers: z.array(AppliedOffer),
  refusedOffers: z.array(RefusedOffer),
  taxRate: z.number(),
  taxInclusive: z.boolean(),
  tax: price,
  deliveryFee: price.nullable(),
  /** The area or zone that delivers; null: none does, or nothing is delivered. */
  deliveryAreaId: idOf<DeliveryAreaId>().nullable(),
  tip: price.nullable(),
  total: price,
  minBasketValue: price.nullable(),
  missingForMinimum: price,
  preparationTime: z.int(),
  deliveryTime: z.int(),
  /** Slots that the outlet offers, for which its kitchen cannot make this basket any more. */
  fullSlots: z.array(instant),
  problems: z.array(QuoteProblem),
});
export type Quote = z.infer<typeof Quote>;

/** `by` is null for guests: the names of the staff stay within the restaurant. It is empty for an erased guest. */
const StatusChange = z.object({
  from: z.enum(orderStatuses).nullable(),
  to: z.enum(orderStatuses),
  at: instant,
  by: z.string().nullable(),
  reason: z.string().nullable(),
  isUndo: z.boolean(),
});

/**
 * `_id` is the key; `orderNumber` is unique per outlet, `orderName` is what people say aloud: the number, with the outlet's letter
 * before it where the restaurant has several ('M-5'). `version` grows with every change. `isTest` marks an order placed by the
 * restaurant to try things out, which no figure counts. `printedAt` is the last time a printer confirmed its ticket; null for guests.
 * `acceptBy` is the deadline after which an unaccepted order is rejected; null without one. `escalation`, and who acknowledged the order
 * first, are null for guests. `orderDate` is the time of a scheduled order, null for as soon as possible. `firesAt` is when the kitchen
 * has to begin, `firedAt` when it was told; both are null for an order that does not wait. `cancelReason` is a `CancelReason` or what
 * staff typed. `customerName` is empty once the guest was erased. `delivery` is its last one with a driver.
 */
export const Order = z.object({
  _id: idOf<OrderId>(),
  orderNumber: z.int(),
  orderName: z.string(),
  status: z.enum(orderStatuses),
  version: z.int(),
  statusChangedAt: instant,
  cancelReason: z.string().nullable(),
  customerName: z.string(),
  phoneNo: z.string(),
  deliveryMode: mode,
  paymentMethod: z.enum(paymentMethods),
  platform: z.string(),
  createdAt: instant,
  outletId: idOf<OutletId>(),
  outlet: z.object({ _id: idOf<OutletId>(), name: z.string(), timeZone: z.string() }),
  deliveryAreaId: idOf<DeliveryAreaId>().nullable(),
  areaName: z.string().nullable(),
  /** The table of a dine-in order, with its names at the time of ordering. */
  tableId: idOf<TableId>().nullable(),
  tableName: z.string().nullable(),
  tableArea: z.string().nullable(),
  address: z
    .object({
      location: z.string(),
      floor: z.string(),
      instruction: z.string(),
      nickName: z.string(),
      position: Pin.optional(),
      postcode: z.string().optional(),
    })
    .nullable(),
  specialInstruction: z.string(),
  cart: z.array(OrderLine),
  currency: z.string(),
  subtotal: price,
  /** Taken off the subtotal by `offers`; VAT is of what is left. */
  discount: price,
  offers: z.array(AppliedOffer),
  taxRate: z.number(),
  taxInclusive: z.boolean(),
  taxAmount: price,
  deliveryFee: price.nullable(),
  /** Null where the guest gave none. It carries no tax and is in `totalPrice`. */
  tip: price.nullable(),
  totalPrice: price,
  preparationTime: z.int(),
  /** Minutes from the kitchen to the door of a delivery, else 0: the guest is promised `promisedAt` and these. */
  travelTime: z.int(),
  orderDate: instant.nullable(),
  firesAt: instant.nullable(),
  firedAt: instant.nullable(),
  promisedAt: instant.nullable(),
  delivery: OrderDelivery.optional(),
  isTest: z.boolean(),
  printedAt: instant.nullable(),
  acceptBy: instant.nullable(),
  escalation: z.enum(escalations).nullable(),
  seenBy: z.string().nullable(),
  seenAt: instant.nullable(),
  history: z.array(StatusChange),
  /** The first one first. At most one of them waits for an answer. */
  changes: z.array(OrderChange),
  /** Absent where the guest has reported none. */
  problem: OrderProblem.optional(),
});
export type Order = z.infer<typeof Order>;

/** Also answers whether a device attends the outlet; where none does, an order may wait longer. */
export const quoteOrder = endpoint({
  summary: 'Price a basket from the present menu and say what keeps it from being ordered.',
  callers: ['site', 'customer'],
  maxBodyBytes: limits.orderBodyBytes,
  body: QuoteInput,
  answer: z.object({ quote: Quote, isAttended: z.boolean() }),
  errors: ['order.outlet_not_found'],
});

/**
 * With an Idempotency-Key, repeated requests are one order; the same key with another body is refused (R41 to R43). The
 * refusals `order.slot_gone` and `order.time_full` list the remaining slots in `details.slots`.
 */
export const createOrder = endpoint({
  summary: 'Place an order.',
  callers: ['customer'],
  isIdempotent: true,
  isUrgent: true,
  maxBodyBytes: limits.orderBodyBytes,
  body: z.union([z.object({ order: NewOrder }), NewOrder]),
  answer: z.object({ order: Order }),
  errors: [
    ...basketProblems,
    'order.outlet_not_found',
    'order.too_many_open',
    'order.payment_not_available',
    'order.address_required',
    'order.price_changed',
    'order.table_basket_sent',
    'order.table_basket_changed',
    'table.session_over',
    'table.phone_needed',
    'order.key_reused',
    'auth.forbidden',
  ],
});

export const getOrder = endpoint({
  summary: 'One order: of the guest, or of the restaurant.',
  callers: [...merchant, 'customer'],
  params: idParams<OrderId>(),
  answer: z.object({ order: Order }),
  errors: ['order.not_found'],
});

/**
 * `user` is accepted and ignored: the token identifies the caller (R26). The list is bounded. With `live`, staff also get
 * the orders cancelled within `limits.stoppedShownMinutes`, whose cooking has to stop.
 */
export const listOrders = endpoint({
  summary: 'The live and the most recent orders, newest first. A guest gets the own ones.',
  callers: [...merchant, 'customer'],
  query: z.object({ user: z.string().max(40).optional(), scope: z.enum(['live', 'recent']).default('recent') }),
  answer: z.object({ order: z.array(Order), lastEvent: z.int() }),
  errors: [],
});

/** Moving back within 15 s is an undo. `expectedStatus` turns a lost race into a 409 that names the winner. */
export const updateOrderStatus = endpoint({
  summary: 'Move an order to its next state, cancel it, or undo the last move.',
  callers: merchant,
  isUrgent: true,
  body: z.object({
    orderId: idOf<OrderId>(),
    status: z.enum(orderStatuses),
    expectedStatus: z.enum(orderStatuses).optional(),
    reason: optionalLine(limits.reason),
    /** With Confirmed: the minutes until ready that the guest is promised. */
    preparationTime: z.int().min(1).max(limits.promiseMinutesMax).optional(),
  }),
  answer: z.object({ order: Order }),
  errors: [
    'order.not_found',
    'order.move_not_allowed',
    'order.status_changed',
    'order.reason_required',
    'order.sold_out',
  ],
});
