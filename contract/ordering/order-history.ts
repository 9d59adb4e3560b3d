/** Order history: searched, sorted and paged on the server, and exported. */
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
import { day, idOf, searched, text } from '../base/fields.ts';
import type { ItemId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from './orders.ts';

/** Empty, or the placeholder of an unset field: no filter. */
const part = searched(limits.name).optional();
const choice = (filter: HistoryFilter) =>
  searched(limits.name)
    .transform((chosen) => (chosen === historyNoFilter[filter] ? '' : chosen))
    .optional();
const bound = z.union([day, z.literal('')]).optional();

/**
 * Filters combine with "and". A text filter matches any part of its field, ignoring case and accents;
 * docs/decisions/0012-order-history.md says how far back each is searched.
 */
export const HistoryFilters = z.object({
  /** Matches the order number, with or without its #, or the id. */
  id: part,
  /** Any spelling: only the digits count. */
  phone: part,
  name: part,
  /** Matches the name or the area of the order's table; orders without a table do not match. */
  table: part,
  /** Matches the outlet's current name. */
  outlet: choice('outlet'),
  /** The day on the outlet's calendar: 'yyyy-mm-dd', a month 'yyyy-mm', or a year. */
  date: searched(10).optional(),
  /** First and last day on the outlet's calendar. */
  from: bound,
  to: bound,
  /** The stored or the shown name: 'Confirmed' and 'In Kitchen' are the same. */
  status: choice('status'),
  /** `Others` matches orders from none of the named channels. */
  channel: choice('channel'),
  type: choice('type'),
  paymentMethod: choice('paymentMethod'),
  /** Test orders instead of real ones; no other list and no total contains them. */
  tests: z.enum(['true', 'false']).optional(),
  /** Filters for scheduled orders alone, or for those for as soon as possible alone. */
  scheduled: z.enum(['true', 'false']).optional(),

  /** The orders behind a figure of the reports. `sold` excludes cancelled ones. */
  sold: z.enum(['true', 'false']).optional(),
  outletId: idOf<OutletId>().optional(),
  /** On the outlet's clock. */
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** In percent, as stored with the order. */
  taxRate: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/)
    .optional(),
  itemId: idOf<ItemId>().optional(),
  optionId: idOf<ItemId>().optional(),
  ended: z.enum(endings).optional(),
  /** The complete reason of a cancellation: a code, or the words of staff. */
  reason: text(limits.reason).optional(),
  accepted: z.enum(['any', ...spanNames(acceptSpans)]).optional(),
  ready: z.enum(['any', ...spanNames(readySpans)]).optional(),
});
export type HistoryFilters = z.infer<typeof HistoryFilters>;

/** An order in a history list; `get-order-details` has all of it. */
export const HistoryOrder = Order.pick({
  _id: true,
  orderNumber: true,
  orderName: true,
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
 * Newest first unless sorted otherwise, and within equal values. A page past the end answers the last one. `size` 'all'
 * means the first `limits.historyAllMax` orders.
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
    /** The number of matches; a lower bound where it is not exact. */
    total: z.int(),
    isTotalExact: z.boolean(),
    /** The oldest day that a text was searched in, when older orders exist; null means all orders. */
    searchedBackTo: day.nullable(),
    /** The effective sorting: '-createdAt' when there are too many matches to sort as requested. */
    sort: HistorySort,
  }),
  errors: ['support.reads_only'],
});

/**
 * The matching orders, newest first, as RFC 4180 with a byte order mark. Cells that a spreadsheet would compute are
 * prefixed with ' (R73).
 */
export const exportHistory = endpoint({
  summary: 'The orders that the filters leave, as CSV.',
  callers: editors,
  query: HistoryFilters,
  answer: 'file',
  errors: [],
});
