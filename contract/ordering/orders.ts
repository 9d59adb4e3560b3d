/** Quoting, placing, following and moving orders (order-operations 3, 4 and 7; decisions 21, 27, 29 to 32 and 37). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf, idParams, instant, line, mode, price, text, translations } from '../base/fields.ts';
import type { DeliveryAreaId, ItemId, ModifierListId, OrderId, OutletId, TableId } from '../base/ids.ts';
import { escalations, paymentMethods } from '../base/enumerations.ts';
import { limits } from '../base/limits.ts';
import { orderStatuses } from './order-status.ts';
import { SharedBasket } from '../dining/table-sessions.ts';

export const OrderLineInput = z.object({
  itemId: idOf<ItemId>(),
  /** The chosen modifiers of all lists, as the documents have it. */
  modifierList: z.array(idOf<ItemId>()).max(limits.modifiersPerLineMax).default([]),
  /** The same by list; wins over `modifierList`, and is needed only where a modifier stands in two lists of the item. */
  selections: z
    .array(
      z.object({
        modifierListId: idOf<ModifierListId>(),
        modifierIds: z.array(idOf<ItemId>()).max(limits.modifiersPerLineMax),
      }),
    )
    .max(limits.modifiersPerLineMax)
    .optional(),
  quantity: z.int().min(1).max(limits.quantityMax),
  /** A claim: the server prices the line itself (R31). */
  totalPrice: price.optional(),
  note: text(limits.lineNote).optional(),
  /** At a table: whom it is for, as they call themselves. */
  guestName: line(limits.guestName).optional(),
});
export type OrderLineInput = z.infer<typeof OrderLineInput>;

export const OrderAddress = z.object({
  location: line(limits.addressPart),
  floor: line(limits.name),
  instruction: text(limits.specialInstruction).default(''),
  nickName: line(limits.name).default('Home'),
});
export type OrderAddress = z.infer<typeof OrderAddress>;

/** Any spelling of the case is read ('Cash on Delivery'); what is stored and answered is lower case. */
const paymentMethod = z
  .string()
  .max(40)
  .overwrite((value) => value.trim().toLowerCase())
  .pipe(z.enum(paymentMethods));
const deliveryMode = z
  .string()
  .max(20)
  .overwrite((value) => value.trim().toLowerCase())
  .pipe(mode);

export const QuoteInput = z.object({
  outletId: idOf<OutletId>(),
  deliveryMode,
  deliveryAreaId: idOf<DeliveryAreaId>().nullish(),
  /** The code of the table, which dine-in needs: it proves that the guest has seen it (decision 37). */
  table: z.string().max(limits.tableCode).nullish(),
  items: z.array(OrderLineInput).min(1).max(limits.basketLinesMax),
  /** When the guest wants to have it: one of the slots of `rules/slots` (decision 21). None: as soon as possible. */
  orderDate: instant.nullish(),
});
export type QuoteInput = z.infer<typeof QuoteInput>;

/** `totalPrice` is the total the guest saw; `userId` a claim that must be the token's (R28, R31). */
export const NewOrder = QuoteInput.extend({
  paymentMethod,
  specialInstruction: text(limits.specialInstruction).default(''),
  totalPrice: price,
  userId: z.string().max(100).nullish(),
  address: OrderAddress.nullish(),
  /** At a table whose phones share a basket: `items` is all of it. */
  sharedBasket: SharedBasket.nullish(),
});
export type NewOrder = z.infer<typeof NewOrder>;

/** What is wrong with a basket now. `line` is the index in `items`; without one it concerns the whole order. */
export const QuoteProblem = z.object({
  code: z.enum([
    'order.outlet_inactive',
    'order.mode_not_available',
    'order.dine_in_not_available',
    'order.table_invalid',
    'order.outlet_closed',
    'order.slot_gone',
    'order.not_today',
    'order.not_watched',
    'order.area_not_served',
    'order.below_minimum',
    'order.item_unavailable',
    'order.sold_out',
    'order.options_invalid',
  ]),
  msg: z.string(),
  line: z.int().optional(),
  /** For sold_out: how many portions are left. */
  left: z.int().optional(),
});
export type QuoteProblem = z.infer<typeof QuoteProblem>;

/** `tax` is added to the total unless `taxInclusive`. `deliveryFee` is null where nothing is delivered. */
export const Quote = z.object({
  currency: z.string(),
  lines: z.array(
    z.object({ itemId: idOf<ItemId>(), name: z.string(), unitPrice: price, optionsPrice: price, totalPrice: price }),
  ),
  subtotal: price,
  taxRate: z.number(),
  taxInclusive: z.boolean(),
  tax: price,
  deliveryFee: price.nullable(),
  total: price,
  minBasketValue: price.nullable(),
  missingForMinimum: price,
  preparationTime: z.int(),
  deliveryTime: z.int(),
  problems: z.array(QuoteProblem),
});
export type Quote = z.infer<typeof Quote>;

/** `madeAt`: the kitchen bumped it; `recalledAt`: it was called back since, and is to be made again. Both null for guests. */
export const OrderLine = z.object({
  /** From 1 on, within its order. */
  lineNumber: z.int(),
  itemId: idOf<ItemId>(),
  name: z.string(),
  nameTranslations: translations,
  quantity: z.int(),
  price,
  totalPrice: price,
  modifierList: z.array(idOf<ItemId>()),
  options: z.array(
    z.object({
      _id: idOf<ItemId>(),
      name: z.string(),
      nameTranslations: translations,
      price,
      modifierListId: idOf<ModifierListId>(),
      modifierListName: z.string(),
    }),
  ),
  note: z.string(),
  /** At a table: whom it is for; empty: nobody said. */
  guestName: z.string(),
  madeAt: instant.nullable(),
  recalledAt: instant.nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** `by` is null for a guest: the names of the staff are the restaurant's own. */
export const StatusChange = z.object({
  from: z.enum(orderStatuses).nullable(),
  to: z.enum(orderStatuses),
  at: instant,
  by: z.string().nullable(),
  reason: z.string().nullable(),
  isUndo: z.boolean(),
});

/**
 * `_id` is the key; `orderNumber` is what people say aloud, unique per outlet. `version` grows with every change. `isTest`: placed
 * by the restaurant itself for trying out; it counts nowhere. `printedAt`: when a printer last confirmed its ticket; null for guests.
 * `acceptBy`: by then the restaurant has to accept, or the order is cancelled by itself; null where nothing is. `escalation` and who
 * has seen it first are the restaurant's own: null for guests. `orderDate`: when the guest wants to have it; null: as soon as
 * possible. `firesAt`: when the kitchen is to begin with it, `firedAt`: when it was told to; both null where it need not wait.
 */
export const Order = z.object({
  _id: idOf<OrderId>(),
  orderNumber: z.int(),
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
  /** Of an order at a table, as they were called when it was placed. */
  tableId: idOf<TableId>().nullable(),
  tableName: z.string().nullable(),
  tableArea: z.string().nullable(),
  address: z
    .object({ location: z.string(), floor: z.string(), instruction: z.string(), nickName: z.string() })
    .nullable(),
  specialInstruction: z.string(),
  cart: z.array(OrderLine),
  currency: z.string(),
  subtotal: price,
  taxRate: z.number(),
  taxInclusive: z.boolean(),
  taxAmount: price,
  deliveryFee: price.nullable(),
  totalPrice: price,
  preparationTime: z.int(),
  orderDate: instant.nullable(),
  firesAt: instant.nullable(),
  firedAt: instant.nullable(),
  promisedAt: instant.nullable(),
  isTest: z.boolean(),
  printedAt: instant.nullable(),
  acceptBy: instant.nullable(),
  escalation: z.enum(escalations).nullable(),
  seenBy: z.string().nullable(),
  seenAt: instant.nullable(),
  history: z.array(StatusChange),
});
export type Order = z.infer<typeof Order>;

/** `isWatched`: a device of the restaurant is there to ring for the outlet; where none is, an order may wait longer. */
export const quoteOrder = endpoint({
  summary: 'Price a basket from the present menu and say what keeps it from being ordered.',
  callers: ['site', 'customer'],
  body: QuoteInput,
  answer: z.object({ quote: Quote, isWatched: z.boolean() }),
  errors: ['order.outlet_not_found'],
});

/**
 * An Idempotency-Key makes repeated sending one order; the same key with another body is refused (R41 to R43). The refusal
 * `order.slot_gone` has the slots that are left in `details.slots`.
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
    'order.outlet_not_found',
    'order.outlet_inactive',
    'order.mode_not_available',
    'order.dine_in_not_available',
    'order.table_invalid',
    'order.outlet_closed',
    'order.slot_gone',
    'order.not_today',
    'order.not_watched',
    'order.payment_not_available',
    'order.area_not_served',
    'order.address_required',
    'order.below_minimum',
    'order.item_unavailable',
    'order.sold_out',
    'order.options_invalid',
    'order.price_changed',
    'order.round_sent',
    'order.table_basket_changed',
    'table.sitting_over',
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
 * `supplier` is who issued it when the order was placed; null where nobody was named then. It is a tax invoice where the supplier is
 * registered and the order was not cancelled, and a plain receipt otherwise (CP-12).
 */
export const Receipt = z.object({
  order: Order,
  supplier: z.object({ legalName: z.string(), taxNumber: z.string(), address: z.string() }).nullable(),
  isTaxInvoice: z.boolean(),
});
export type Receipt = z.infer<typeof Receipt>;

export const getReceipt = endpoint({
  summary: 'The receipt of an order: of the guest, or of the restaurant.',
  callers: [...merchant, 'customer'],
  params: idParams<OrderId>(),
  answer: z.object({ receipt: Receipt }),
  errors: ['order.not_found'],
});

/** `user` is accepted and ignored: the token says who asks (R26). The list is bounded (decision 12). */
export const listOrders = endpoint({
  summary: 'The live and the most recent orders, newest first. A guest gets the own ones.',
  callers: [...merchant, 'customer'],
  query: z.object({ user: z.string().max(40).optional(), scope: z.enum(['live', 'recent']).default('recent') }),
  answer: z.object({ order: z.array(Order), lastEvent: z.int() }),
  errors: [],
});

/** Going back to the state before within 15 s is an undo. `expectedStatus` makes a lost race a 409 that names who won. */
export const updateOrderStatus = endpoint({
  summary: 'Move an order to its next state, cancel it, or undo the last move.',
  callers: merchant,
  isUrgent: true,
  body: z.object({
    orderId: idOf<OrderId>(),
    status: z.enum(orderStatuses),
    expectedStatus: z.enum(orderStatuses).optional(),
    reason: line(limits.reason).optional(),
    /** With Confirmed: minutes until ready, as promised to the guest. */
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

/**
 * A real order of the first dish that can be ordered, which takes no stock, reaches no guest and is in no report. It goes through
 * the checks of any order but the opening hours; `problems` says when a guest would have been refused for them.
 */
export const placeTestOrder = endpoint({
  summary: 'Place an order for trying out, as somebody of the restaurant.',
  callers: merchant,
  body: z.object({ outletId: idOf<OutletId>().optional() }),
  answer: z.object({ order: Order, problems: z.array(QuoteProblem) }),
  errors: [
    'order.test_no_outlet',
    'order.test_no_mode',
    'order.test_no_item',
    'order.outlet_not_found',
    'order.outlet_inactive',
    'order.below_minimum',
  ],
});
