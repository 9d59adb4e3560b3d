import { cancelReasonText, englishCancelReasons } from '#contract/ordering/cancel-reasons.ts';
import { type Currency, percentFromBasisPoints, toDecimalText } from '#contract/base/money.ts';
import { timeOfMinutes, type WallTime, wallTime } from '#contract/base/time.ts';
import { byteOrderMark, csvText } from '#server/http/answers/csv-text.ts';
import type { ListedOrder } from './history-queries.ts';
import { orderName } from '../order-name.ts';
import { paymentForWire } from '../wire.ts';

/** The columns of the exported history by their heads. Amounts are in major units with all decimals of the currency. */
const columns: Record<string, (order: ListedOrder) => string> = {
  Number: orderName,
  Id: (order) => order.id,
  'Created on': (order) => order.placed_on,
  'Created at': (order) => timeOfMinutes(wallTime(order.placed_at, order.outlet_time_zone).minuteOfDay),
  'For on': (order) => wantedFor(order)?.date ?? '',
  'For at': (order) => timeOf(wantedFor(order)),
  'Time zone': (order) => order.outlet_time_zone,
  Outlet: (order) => order.outlet_name,
  Type: (order) => order.mode,
  'Delivery area': (order) => order.delivery_area_name ?? '',
  Table: (order) => order.table_name ?? '',
  'Table area': (order) => order.table_area ?? '',
  Customer: (order) => order.customer_name || 'Deleted guest',
  Phone: (order) => order.customer_phone,
  Status: (order) => order.status,
  'Cancel reason': (order) => cancelReasonText(order.cancel_reason ?? '', englishCancelReasons),
  'Payment method': paymentForWire,
  Channel: (order) => order.platform,
  Currency: (order) => order.currency,
  Subtotal: (order) => amount(order, order.subtotal_minor),
  Discount: (order) => (order.discount_minor === 0 ? '' : amount(order, order.discount_minor)),
  'VAT %': (order) => String(percentFromBasisPoints(order.tax_rate_bp)),
  'VAT included': (order) => (order.tax_inclusive ? 'yes' : 'no'),
  VAT: (order) => amount(order, order.tax_minor),
  'Delivery fee': (order) => (order.delivery_fee_minor === null ? '' : amount(order, order.delivery_fee_minor)),
  Tip: (order) => (order.tip_minor === null ? '' : amount(order, order.tip_minor)),
  Total: (order) => amount(order, order.total_minor),
};
const cells = Object.values(columns);

export const csvBeginning = `${byteOrderMark}${csvText([Object.keys(columns)])}`;

export function csvRows(orders: readonly ListedOrder[]): string {
  return csvText(orders.map((order) => cells.map((cell) => cell(order))));
}

/** On the clock of the outlet; null: as soon as possible. */
function wantedFor({ requested_for, outlet_time_zone }: ListedOrder): WallTime | null {
  return requested_for === null ? null : wallTime(requested_for, outlet_time_zone);
}

function timeOf(time: WallTime | null): string {
  return time === null ? '' : timeOfMinutes(time.minuteOfDay);
}

function amount({ currency }: ListedOrder, minor: ListedOrder['total_minor']): string {
  return toDecimalText(minor, currency as Currency);
}
