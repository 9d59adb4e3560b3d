/** Problems with orders that are over: reported by their guests, answered by the restaurant (decision 100). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf, idParams, line, price, text } from '../base/fields.ts';
import type { OrderId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Order } from './orders.ts';
import { problemKinds, problemWishes } from './problem-facts.ts';

/** Portions of the lines of the order; none: the problem is with all of it. */
const reportedLines = z
  .array(z.object({ lineNumber: z.int().min(1), quantity: z.int().min(1).max(limits.quantityMax) }))
  .max(limits.basketLinesMax)
  .refine((lines) => new Set(lines.map(({ lineNumber }) => lineNumber)).size === lines.length);

/**
 * An order has one problem: reported again, it takes the place of the one before until the restaurant has answered. Without a photo, the
 * one before stays, unless `removesPhoto`. The same report again after a lost answer changes nothing.
 */
export const reportProblem = endpoint({
  summary: 'Tell the restaurant that something was wrong with an order, within 48 hours of its end.',
  callers: ['customer'],
  form: z.object({
    orderId: idOf<OrderId>(),
    kind: z.enum(problemKinds),
    wish: z.enum(problemWishes),
    note: text(limits.problemNote).default(''),
    lines: reportedLines.default([]),
    removesPhoto: z.boolean().default(false),
  }),
  files: ['photo'],
  answer: z.object({ order: Order }),
  errors: [
    'order.not_found',
    'order.line_not_found',
    'problem.not_over',
    'problem.too_late',
    'problem.answered',
    'problem.too_many_reports',
    'image.type_not_supported',
    'image.too_large',
    'image.unreadable',
    'image.too_much_work',
  ],
});

/** The oldest first where they are open, otherwise the last answered one first; at most 200, of those that come after the order `after`. */
export const listProblems = endpoint({
  summary: 'The orders with a problem that waits for an answer, or has one.',
  callers: merchant,
  query: z.object({
    state: z.enum(['open', 'answered']).default('open'),
    outletId: idOf<OutletId>().optional(),
    after: idOf<OrderId>().optional(),
  }),
  answer: z.object({ orders: z.array(Order).max(limits.listMax) }),
  errors: [],
});

export const countProblems = endpoint({
  summary: 'How many problems wait for an answer.',
  callers: merchant,
  isPolled: true,
  answer: z.object({ open: z.int() }),
  errors: [],
});

/** It is erased after 30 days, and with its guest. */
export const getProblemPhoto = endpoint({
  summary: 'The photo of a problem, by the id of its order.',
  callers: [...merchant, 'customer'],
  inSupportAccess: 'never',
  params: idParams<OrderId>(),
  answer: 'file',
  errors: ['request.not_found'],
});

/**
 * `whole` is what can still be given back of the order, `lines` of it is what the reported portions cost. `isByHand`: nothing was paid
 * online, or at a table not all of the reported portions; both amounts are then of what was paid by hand. `canHaveVoucher` is false for
 * a guest without a number, whom no later order would know.
 */
const AnswerTerms = z.object({
  isByHand: z.boolean(),
  whole: price,
  lines: price,
  canHaveVoucher: z.boolean(),
});
export type AnswerTerms = z.infer<typeof AnswerTerms>;

export const getAnswerTerms = endpoint({
  summary: 'The money that an answer to a problem can give back.',
  callers: merchant,
  params: idParams<OrderId>(),
  answer: z.object({ terms: AnswerTerms }),
  errors: ['order.not_found'],
});

const note = text(limits.problemNote).default('');

/** `amount` of a refund is one of `AnswerTerms`, as it was seen. */
const NewAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refund'), amount: price.min(Number.MIN_VALUE, 'required'), note }),
  z.object({
    kind: z.literal('voucher'),
    amount: price.min(Number.MIN_VALUE, 'required'),
    days: z.int().min(1).max(limits.voucherDaysMax),
    note,
  }),
  z.object({ kind: z.literal('reply'), note: line(limits.problemNote) }),
]);
export type NewAnswer = z.infer<typeof NewAnswer>;

/**
 * A problem has one answer: of two people who answer at once one does, and the other reads who. `version` is that of the problem that was
 * read. The same answer again by the same person changes nothing. Refunds and vouchers are for owners and managers.
 */
export const answerProblem = endpoint({
  summary: 'Answer a problem: money back, a voucher, or a sentence.',
  callers: merchant,
  body: z.object({ orderId: idOf<OrderId>(), version: z.int(), answer: NewAnswer }),
  answer: z.object({ order: Order }),
  errors: [
    'order.not_found',
    'problem.changed',
    'problem.answered_by',
    'problem.amount_changed',
    'problem.no_voucher',
    'payment.nothing_to_refund',
    'auth.forbidden',
  ],
});
