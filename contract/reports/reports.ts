/**
 * Reports of sales and service, by the days of the outlets' calendars. Test orders are excluded, cancelled ones counted
 * separately. The orders behind each figure can be found with filters of the history.
 */
import * as z from 'zod';
import { editors, endpoint } from '../base/endpoint.ts';
import {
  acceptSpans,
  channels,
  endings,
  moneyKinds,
  paymentMethods,
  readySpans,
  reportTables,
  spanNames,
} from '../base/enumerations.ts';
import { day, idOf, instant, mode } from '../base/fields.ts';
import type { ItemId, OrderId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { problemKinds } from '../ordering/problem-facts.ts';

/** First and last day, at most `limits.reportDaysMax` apart; all outlets unless one is named. */
export const ReportScope = z.object({ from: day, to: day, outletId: idOf<OutletId>().optional() });
export type ReportScope = z.infer<typeof ReportScope>;

/** A sum over many orders, in major units. */
const sum = z.number();

/**
 * Figures of orders that were not cancelled. `total` is `net` plus `tax` plus `deliveryFees` plus `tips`, whether
 * prices include VAT or not; `discounts` were taken off before.
 */
export const Figures = z.object({
  orders: z.int(),
  net: sum,
  tax: sum,
  deliveryFees: sum,
  tips: sum,
  total: sum,
  discounts: sum,
});
export type Figures = z.infer<typeof Figures>;

const Ended = z.object({ orders: z.int(), total: sum });

/** Each list has only the entries that occur, and adds up to `total`. */
export const SalesReport = z.object({
  currency: z.string(),
  total: Figures,
  /** The sum of the lines at menu prices: including VAT where prices do. */
  subtotal: sum,
  /** Average per order, rounded to the minor unit. */
  average: sum,
  /** The orders of `total.orders` that are not completed yet. */
  atWork: z.int(),
  rejected: Ended,
  cancelled: Ended,
  days: z.array(Figures.extend({ day })),
  /** Hours on the outlets' clocks, 0 to 23. */
  hours: z.array(Figures.extend({ hour: z.int() })),
  outlets: z.array(Figures.extend({ outletId: idOf<OutletId>(), name: z.string() })),
  types: z.array(Figures.extend({ type: mode })),
  payments: z.array(Figures.extend({ paymentMethod: z.enum(paymentMethods) })),
  channels: z.array(Figures.extend({ channel: z.enum(channels) })),
  /** By the rate in percent. */
  tax: z.array(Figures.extend({ taxRate: z.number() })),
});
export type SalesReport = z.infer<typeof SalesReport>;

/**
 * Dishes with their options add up to the subtotal of the sales report; options on their own show the amounts charged
 * for them.
 */
export const ItemsReport = z.object({
  currency: z.string(),
  subtotal: sum,
  items: z.array(
    z.object({ itemId: idOf<ItemId>(), name: z.string(), quantity: z.int(), orders: z.int(), total: sum }),
  ),
  options: z.array(
    z.object({
      optionId: idOf<ItemId>(),
      name: z.string(),
      /** Names of the modifier lists that it is in now: several options may be called 'Large'. */
      lists: z.array(z.string()),
      quantity: z.int(),
      orders: z.int(),
      total: sum,
    }),
  ),
});
export type ItemsReport = z.infer<typeof ItemsReport>;

const Timing = z.object({ orders: z.int(), averageSeconds: z.number(), medianSeconds: z.number() });

export const ServiceReport = z.object({
  currency: z.string(),
  /** From placing to acceptance, including orders cancelled later. */
  acceptance: Timing.extend({
    /** 90 % of the orders were accepted within this time. */
    ninetiethSeconds: z.number(),
    spans: z.array(z.object({ span: z.enum(spanNames(acceptSpans)), orders: z.int() })),
  }),
  /** Ready compared with the promise; negative is early. */
  readiness: Timing.extend({
    inTime: z.int(),
    spans: z.array(z.object({ span: z.enum(spanNames(readySpans)), orders: z.int() })),
  }),
  endings: z.array(Ended.extend({ ended: z.enum(endings), reason: z.string() })),
});
export type ServiceReport = z.infer<typeof ServiceReport>;

/** Days of orders with which something was wrong, the last one first, and of each the kinds that there were. */
export const ProblemsReport = z.object({
  total: z.int(),
  /** Problems that wait for an answer. */
  open: z.int(),
  days: z.array(z.object({ day, kinds: z.array(z.object({ kind: z.enum(problemKinds), orders: z.int() })) })),
});
export type ProblemsReport = z.infer<typeof ProblemsReport>;

/** `left` is cash, card, online and tips without refunds and fees. */
const MoneyFigures = z.object({ cash: sum, card: sum, online: sum, tips: sum, refunds: sum, fees: sum, left: sum });
export type MoneyFigures = z.infer<typeof MoneyFigures>;

/**
 * Money at the door counts on the day of its order, unless that was cancelled; money online on the day when the gateway moved it; a refund by
 * hand on the day of the answer that notes it. `isTest`: some of it went through a gateway in test mode. `unknownFees` counts captured
 * payments whose gateway has told no fee.
 */
export const PaymentsReport = z.object({
  currency: z.string(),
  total: MoneyFigures,
  days: z.array(MoneyFigures.extend({ day })),
  isTest: z.boolean(),
  unknownFees: z.int(),
});
export type PaymentsReport = z.infer<typeof PaymentsReport>;

/** The payments behind a figure, the newest first; `total` counts all of them. */
export const PaymentsOfFigure = z.object({
  currency: z.string(),
  total: z.int(),
  payments: z
    .array(
      z.object({ orderId: idOf<OrderId>(), orderName: z.string(), at: instant, timeZone: z.string(), amount: sum }),
    )
    .max(limits.listMax),
});
export type PaymentsOfFigure = z.infer<typeof PaymentsOfFigure>;

const errors = ['report.days_invalid'] as const;

export const reportPayments = endpoint({
  summary: 'The money by day: cash, card, online, tips, refunds and fees.',
  callers: editors,
  query: ReportScope,
  answer: PaymentsReport,
  errors,
});

export const reportPaymentsOfFigure = endpoint({
  summary: 'The payments behind a figure of the report of payments.',
  callers: editors,
  query: ReportScope.extend({ kind: z.enum(moneyKinds) }),
  answer: PaymentsOfFigure,
  errors,
});

export const reportSales = endpoint({
  summary: 'The sales by day, hour, outlet, type, payment, channel and VAT rate.',
  callers: editors,
  query: ReportScope,
  answer: SalesReport,
  errors,
});

export const reportItems = endpoint({
  summary: 'The sales by dish and option.',
  callers: editors,
  query: ReportScope,
  answer: ItemsReport,
  errors,
});

export const reportService = endpoint({
  summary: 'How soon orders were accepted, how well promises were kept, and why orders were cancelled.',
  callers: editors,
  query: ReportScope,
  answer: ServiceReport,
  errors,
});

export const reportProblems = endpoint({
  summary: 'The problems that guests have reported, by the day of the order and kind.',
  callers: editors,
  query: ReportScope,
  answer: ProblemsReport,
  errors,
});

/** Uses the format of the exported history. */
export const exportReport = endpoint({
  summary: 'A table of the reports as CSV.',
  callers: editors,
  query: ReportScope.extend({ table: z.enum(reportTables) }),
  answer: 'file',
  errors,
});
