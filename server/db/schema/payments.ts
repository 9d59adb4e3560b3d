import { gatewayKinds, movementKinds, paymentProblems, paymentStates } from '#contract/base/enumerations.ts';
import type {
  CustomerId,
  ItemId,
  OrderId,
  OutletId,
  PaymentId,
  RefundId,
  RestaurantId,
  TableSessionId,
  UserId,
} from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import {
  bigint,
  boolean,
  bytea,
  integer,
  integerArray,
  jsonb,
  text,
  timestamptz,
  uuid,
  type Tables,
} from './columns.ts';

export const payments = {
  payment_gateways: {
    restaurant_id: uuid<RestaurantId>(),
    /** The seal is bound to it. */
    id: uuid(),
    kind: text(gatewayKinds),
    sealed: bytea(),
    is_test: boolean(),
    key_end: text(),
    connected_at: timestamptz(),
    /** Null: guests pay here. */
    disconnected_at: timestamptz().nullable(),
    /** Null: the gateway takes the keys. */
    refused_since: timestamptz().nullable(),
  },
  payments: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<PaymentId>(),
    /** The order that is, or would be, written. */
    order_id: uuid<OrderId>(),
    outlet_id: uuid<OutletId>(),
    /** Null: the guest was erased, or pays at a table. */
    customer_id: uuid<CustomerId>().nullable(),
    gateway: text(gatewayKinds),
    is_test: boolean(),
    /** The row of the keys that it went with. */
    account_id: uuid(),
    /** Null until the gateway has answered. */
    gateway_id: text().nullable(),
    url: text().nullable(),
    currency: text(),
    amount_minor: bigint<MinorUnits>(),
    captured_minor: bigint<MinorUnits>().defaulted(),
    refunded_minor: bigint<MinorUnits>().defaulted(),
    state: text(paymentStates),
    request_key: text().nullable(),
    request_hash: bytea(),
    /** The order to be written; null once it is, or never will be. */
    entry: jsonb<object>().nullable(),
    stock_held: jsonb<Partial<Record<ItemId, number>>>().defaulted(),
    begun_at: timestamptz(),
    /** Null: no order came of it, or not yet. */
    placed_at: timestamptz().nullable(),
    /** Grows with every change. */
    version: integer().defaulted(),
    held_until: timestamptz(),
    problem: text(paymentProblems).nullable(),
    problem_at: timestamptz().nullable(),
    problem_seen_at: timestamptz().nullable(),
    /** Null: the payment of one order. That of a table is for lines of several, and `order_id` is its own id. */
    table_session_id: uuid<TableSessionId>().nullable(),
    /** The number of the phone at the table that pays. */
    participant: integer().nullable(),
  },
  payment_lines: {
    restaurant_id: uuid<RestaurantId>(),
    payment_id: uuid<PaymentId>(),
    order_id: uuid<OrderId>(),
    line_number: integer(),
    /** The line's share of its order's total. */
    amount_minor: bigint<MinorUnits>(),
    /** In the amount: the share of the tip of the order. */
    order_tip_minor: bigint<MinorUnits>(),
    /** Beside the amount: the share of the tip of this payment. */
    tip_minor: bigint<MinorUnits>(),
    /** Counted from 0; null: all of the line. */
    portions: integerArray().nullable(),
  },
  payment_movements: {
    restaurant_id: uuid<RestaurantId>(),
    payment_id: uuid<PaymentId>(),
    /** The movement, or the id of the refund. */
    key: text(),
    kind: text(movementKinds),
    amount_minor: bigint<MinorUnits>(),
    at: timestamptz(),
    /** In payments of tables: the order whose share moved. */
    order_id: uuid<OrderId>().nullable(),
    /** The tip in a captured share; null: that of the order. */
    tip_minor: bigint<MinorUnits>().nullable(),
  },
  payment_refunds: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<RefundId>(),
    payment_id: uuid<PaymentId>(),
    amount_minor: bigint<MinorUnits>(),
    reason: text(),
    /** Null: the product, for an order that was cancelled. */
    asked_by: uuid<UserId>().nullable(),
    asked_by_name: text(),
    request_key: text().nullable(),
    asked_at: timestamptz(),
    /** Null: the gateway has not confirmed it. */
    done_at: timestamptz().nullable(),
    /** In payments of tables: the order that the money was for. */
    order_id: uuid<OrderId>().nullable(),
  },
} satisfies Tables;
