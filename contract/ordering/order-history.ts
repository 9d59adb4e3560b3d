/** Order history: searched, sorted and paged on the server, and exported (order-operations 2, 5 and 9; decision 28). */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import {
  acceptSpans,
  endings,
  historyNoFilter,
  type HistoryFilter,
  historySorts,
  readySpans,
  spanNames,
} from '../base/enumerations.ts';
import { day, idOf, text } from '../base/fields.ts';
import type { ItemId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from './orders.ts';

/** Empty, or the word that stands in the field while nothing is chosen: no filter. */
const part = text(limits.name).optional();
const choice = (filter: HistoryFilter) =>
  text(limits.name)
    .transform((chosen) => (chosen === historyNoFilter[filter] ? '' : chosen))
    .optional();
const bound = z.union([day, z.literal('')]).optional();

/**
 * Every filter that is given must fit. Texts fit where they are a part of what they are compared with, without regard to case and
 * accents; see docs/decisions/0012-order-history.md for what is searched how far.
 */
export const HistoryFilters = z.object({
  /** Of the order number, with or without its #, or of the id. */
  id: part,
  /** In any spelling: only its digits count. */
  phone: part,
  name: part,
  /** Of the name or the area of the table it was placed at; what was placed at none does not fit. */
  table: part,
  /** Of the outlet's present name. */
  outlet: choice('outlet'),
  /** Of the day on the calendar of the outlet: 'yyyy-mm-dd', a month 'yyyy-mm', a year. */
  date: text(10).optional(),
  /** The first and the last such day. */
  from: bound,
  to: bound,
  /** As stored or as shown: 'Confirmed' and 'In Kitchen' are one. */
  status: choice('status'),
  /** `Others` is what came by none of the named channels. */
  channel: choice('channel'),
  type: choice('type'),
  paymentMethod: choice('paymentMethod'),
  /** The test orders instead of the real ones; they are in no other list and in no total. */
  tests: z.enum(['true', 'false']).optional(),
  /** Only orders for a time that the guest chose, or only those for as soon as possible. */
  later: z.enum(['true', 'false']).optional(),

  /** What a figure of the reports is made of. `sold`: all but the cancelled. */
  sold: z.enum(['true', 'false']).optional(),
  outletId: idOf<OutletId>().optional(),
  /** On the clock of the outlet. */
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** In percent, as the order has it. */
  taxRate: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/)
    .optional(),
  itemId: idOf<ItemId>().optional(),
  optionId: idOf<ItemId>().optional(),
  ended: z.enum(endings).optional(),
  /** Of a cancellation, the whole of it. */
  reason: text(limits.reason).optional(),
  accepted: z.enum(['any', ...spanNames(acceptSpans)]).optional(),
  ready: z.enum(['any', ...spanNames(readySpans)]).optional(),
});
export type HistoryFilters = z.infer<typeof HistoryFilters>;

/** An order as the history lists it; the whole of it is `get-order-details`. */
export const HistoryOrder = Order.pick({
  _id: true,
  orderNumber: true,
  status: true,
  customerName: true,
  phoneNo: true,
  deliveryMode: true,
  tableName: true,
  tableArea: true,
  paymentMethod: true,
  platform: true,
  createdAt: true,
  orderDate: true,
  outletId: true,
  outlet: true,
  currency: true,
  totalPrice: true,
  isTest: true,
});
export type HistoryOrder = z.infer<typeof HistoryOrder>;

const HistorySort = z.enum(historySorts.flatMap((sort) => [sort, `-${sort}`] as const));

/**
 * Newest first unless sorted otherwise; what sorts alike is newest first. A page that there is not is answered with the last one.
 * `size` 'all' means the first `limits.historyAllMax` of them.
 */
export const listHistory = endpoint({
  summary: 'A page of the orders that the filters leave, and how many there are.',
  callers: merchant,
  query: HistoryFilters.extend({
    sort: HistorySort.default('-createdAt'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.union([z.literal('all'), z.coerce.number().int().min(1).max(limits.historyAllMax)]).default(10),
  }),
  answer: z.object({
    order: z.array(HistoryOrder),
    /** From 1. */
    page: z.int(),
    size: z.int(),
    /** How many there are; at least so many where it is not exact. */
    total: z.int(),
    isTotalExact: z.boolean(),
    /** The day back to which a text was looked for, where there are older orders; null: everywhere. */
    searchedBackTo: day.nullable(),
    /** What they are sorted by: '-createdAt' where there are too many to be sorted as asked. */
    sort: HistorySort,
  }),
  errors: ['support.reads_only'],
});

/** The same orders, newest first, as RFC 4180 with a byte order mark; cells that a spreadsheet would compute begin with ' (R73). */
export const exportHistory = endpoint({
  summary: 'The orders that the filters leave, as CSV.',
  callers: editors,
  query: HistoryFilters,
  answer: 'file',
  errors: [],
});
