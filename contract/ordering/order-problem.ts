/** A problem that a guest has reported with an order, and the answer to it (decision 100); part of an order. */
import * as z from 'zod';
import { instant, price } from '../base/fields.ts';
import { problemAnswers, problemKinds, problemWishes } from './problem-facts.ts';

/**
 * `amount` is null for a reply. `isByHand`: the money is given by hand, because it was not paid online. `code` is that of a voucher, good
 * until `until`. `by` is null for guests.
 */
const ProblemAnswer = z.object({
  kind: z.enum(problemAnswers),
  note: z.string(),
  amount: price.nullable(),
  isByHand: z.boolean(),
  code: z.string().nullable(),
  until: instant.nullable(),
  by: z.string().nullable(),
  at: instant,
});

/** `lines` are empty where the problem is with the whole order. `version` grows with every change by the guest. */
export const OrderProblem = z.object({
  kind: z.enum(problemKinds),
  wish: z.enum(problemWishes),
  note: z.string(),
  lines: z.array(z.object({ lineNumber: z.int(), quantity: z.int() })),
  hasPhoto: z.boolean(),
  reportedAt: instant,
  version: z.int(),
  answer: ProblemAnswer.nullable(),
});
export type OrderProblem = z.infer<typeof OrderProblem>;
