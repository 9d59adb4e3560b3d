/** Reports in major units, in the shape of the contract. */
import { type Currency, type MinorUnits, minorUnits, percentFromBasisPoints, toMajor } from '#contract/base/money.ts';
import { type MoneyKind, moneyKinds } from '#contract/base/enumerations.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import type * as contract from '#contract/reports/reports.ts';
import type { Items, SoldItem } from './sum-items.ts';
import { leftOf, type listPaymentsOfFigure, type Money, type Payments } from './sum-payments.ts';
import type { Figures, Sales } from './sum-sales.ts';
import type { Service, Timing } from './sum-service.ts';

export function salesForWire(sales: Sales, currency: Currency): contract.SalesReport {
  const major = (amount: MinorUnits) => toMajor(amount, currency);
  const figures = <Entry extends Figures>({ net, tax, deliveryFees, tips, total, discounts, ...entry }: Entry) => ({
    ...entry,
    net: major(net),
    tax: major(tax),
    deliveryFees: major(deliveryFees),
    tips: major(tips),
    discounts: major(discounts),
    total: major(total),
  });
  const ended = ({ orders, total }: Sales['rejected']) => ({ orders, total: major(total) });
  return {
    currency,
    total: figures(sales.total),
    subtotal: major(sales.subtotal),
    average: major(averageOf(sales.total)),
    atWork: sales.atWork,
    rejected: ended(sales.rejected),
    cancelled: ended(sales.cancelled),
    days: sales.days.map(figures),
    hours: sales.hours.map(figures),
    outlets: sales.outlets.map(figures),
    types: sales.types.map(figures),
    payments: sales.payments.map(figures),
    channels: sales.channels.map(figures),
    tax: sales.tax.map(({ taxRateBp, ...entry }) => ({
      ...figures(entry),
      taxRate: percentFromBasisPoints(taxRateBp),
    })),
  };
}

export function paymentsForWire(
  { total, days, isTest, unknownFees }: Payments,
  currency: Currency,
): contract.PaymentsReport {
  const figures = (money: Money) => ({
    ...(Object.fromEntries(moneyKinds.map((kind) => [kind, toMajor(money[kind], currency)])) as Record<
      MoneyKind,
      number
    >),
    left: toMajor(leftOf(money), currency),
  });
  return {
    currency,
    total: figures(total),
    days: days.map(({ day, ...money }) => ({ day, ...figures(money) })),
    isTest,
    unknownFees,
  };
}

export function paymentsOfFigureForWire(
  { total, payments }: Awaited<ReturnType<typeof listPaymentsOfFigure>>,
  currency: Currency,
): contract.PaymentsOfFigure {
  return {
    currency,
    total,
    payments: payments.map(({ order_id: orderId, at, time_zone: timeZone, amount, ...order }) => ({
      orderId,
      orderName: orderName(order),
      at: at.toISOString(),
      timeZone,
      amount: toMajor(amount, currency),
    })),
  };
}

function averageOf({ total, tips, orders }: Figures): MinorUnits {
  return minorUnits(orders === 0 ? 0 : Math.round((total - tips) / orders));
}

export function itemsForWire({ subtotal, items, options }: Items, currency: Currency): contract.ItemsReport {
  const sold = ({ total, ...item }: SoldItem) => ({ ...item, total: toMajor(total, currency) });
  return {
    currency,
    subtotal: toMajor(subtotal, currency),
    items: items.map(sold).map(({ id, lists: _, ...item }) => ({ itemId: id, ...item })),
    options: options.map(sold).map(({ id, ...option }) => ({ optionId: id, ...option })),
  };
}

export function serviceForWire(
  { acceptance, readiness, endings }: Service,
  currency: Currency,
): contract.ServiceReport {
  const inTime = readiness.spans.filter(({ span }) => span === 'early' || span === 'on-time');
  return {
    currency,
    acceptance: { ...timing(acceptance), ninetiethSeconds: Math.round(acceptance.ninetieth), spans: acceptance.spans },
    readiness: {
      ...timing(readiness),
      inTime: inTime.reduce((sum, { orders }) => sum + orders, 0),
      spans: readiness.spans,
    },
    endings: endings.map(({ total, ...ending }) => ({ ...ending, total: toMajor(total, currency) })),
  };
}

function timing({ orders, average, median }: Timing<string>) {
  return { orders, averageSeconds: Math.round(average), medianSeconds: Math.round(median) };
}
