import { moneyKinds, type ReportTable } from '#contract/base/enumerations.ts';
import { cancelReasonText, englishCancelReasons } from '#contract/ordering/cancel-reasons.ts';
import { type Currency, type MinorUnits, percentFromBasisPoints, toDecimalText } from '#contract/base/money.ts';
import { timeOfMinutes } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { byteOrderMark, csvText } from '#server/http/answers/csv-text.ts';
import type { Scope } from './scope.ts';
import { type SoldItem, sumItems } from './sum-items.ts';
import { leftOf, sumPayments } from './sum-payments.ts';
import { type Figures, type Sales, sumSales } from './sum-sales.ts';
import { type Service, sumService } from './sum-service.ts';

/** A head and its rows. Amounts are in major units with all decimals of the currency, without its sign. */
type Table = [head: string[], ...rows: string[][]];
type InMajor = (amount: MinorUnits) => string;

/** One table of the reports as CSV, exported like the order history (R73). */
export async function reportCsv(
  tx: Tx,
  scope: Scope,
  table: ReportTable,
  currency: Currency,
): Promise<{ rowCount: number; text: string }> {
  const rows = await tables[table](tx, scope, (amount) => toDecimalText(amount, currency), currency);
  return { rowCount: rows.length - 1, text: byteOrderMark + csvText(rows) };
}

type MakeTable = (tx: Tx, scope: Scope, major: InMajor, currency: Currency) => Promise<Table>;

const tables: Record<ReportTable, MakeTable> = {
  days: salesTable('Day', ({ days }) => days.map(({ day, ...figures }) => [day, figures])),
  hours: salesTable('Hour', ({ hours }) => hours.map(({ hour, ...figures }) => [timeOfMinutes(hour * 60), figures])),
  outlets: salesTable('Outlet', ({ outlets }) => outlets.map(({ name, ...figures }) => [name, figures])),
  types: salesTable('Type', ({ types }) => types.map(({ type, ...figures }) => [type, figures])),
  payments: salesTable('Payment method', ({ payments }) =>
    payments.map(({ paymentMethod, ...figures }) => [paymentMethod, figures]),
  ),
  channels: salesTable('Channel', ({ channels }) => channels.map(({ channel, ...figures }) => [channel, figures])),
  tax: salesTable('VAT %', ({ tax }) =>
    tax.map(({ taxRateBp, ...figures }) => [String(percentFromBasisPoints(taxRateBp)), figures]),
  ),
  money: async (tx, scope, major, currency) => [
    ['Day', 'Currency', 'Cash', 'Card at the door', 'Online', 'Tips', 'Refunds', 'Gateway fees', 'Left'],
    ...(await sumPayments(tx, scope)).days.map(({ day, ...money }) => [
      day,
      currency,
      ...[...moneyKinds.map((kind) => money[kind]), leftOf(money)].map(major),
    ]),
  ],
  items: itemsTable('Item', 'items'),
  options: itemsTable('Option', 'options'),
  acceptance: timesTable('Accepted after, minutes', 'acceptance'),
  readiness: timesTable('Ready after the promise, minutes', 'readiness'),
  endings: async (tx, scope, major, currency) => [
    ['Ended', 'Reason', 'Orders', 'Currency', 'Total'],
    ...(await sumService(tx, scope)).endings.map(({ ended, reason, orders, total }) => [
      ended,
      cancelReasonText(reason, englishCancelReasons),
      String(orders),
      currency,
      major(total),
    ]),
  ],
};

function salesTable(what: string, rowsOf: (sales: Sales) => [string, Figures][]): MakeTable {
  return async (tx, scope, major, currency) => [
    [what, 'Orders', 'Currency', 'Discounts', 'Net', 'VAT', 'Delivery fees', 'Tips', 'Total'],
    ...rowsOf(await sumSales(tx, scope)).map(([name, { orders, discounts, net, tax, deliveryFees, tips, total }]) => [
      name,
      String(orders),
      currency,
      ...[discounts, net, tax, deliveryFees, tips, total].map(major),
    ]),
  ];
}

function itemsTable(what: string, which: 'items' | 'options'): MakeTable {
  return async (tx, scope, major, currency) => [
    [what, 'Id', 'Quantity', 'Orders', 'Currency', 'Total', ...(which === 'options' ? ['Modifier lists'] : [])],
    ...(await sumItems(tx, scope))[which].map(({ id, name, lists, quantity, orders, total }: SoldItem) => [
      name,
      id,
      String(quantity),
      String(orders),
      currency,
      major(total),
      ...(which === 'options' ? [lists.join(', ')] : []),
    ]),
  ];
}

function timesTable(what: string, which: 'acceptance' | 'readiness'): MakeTable {
  return async (tx, scope) => {
    const service: Service = await sumService(tx, scope);
    return [[what, 'Orders'], ...service[which].spans.map(({ span, orders }) => [span, String(orders)])];
  };
}
