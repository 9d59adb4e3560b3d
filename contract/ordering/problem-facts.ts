/** The problems that a guest can report with an order, and until when; apart from the schemas, which browsers do without. */
import type { OrderStatus } from './order-status.ts';
import { MINUTE } from '../base/time.ts';

/** `spoiled`: cold, or gone bad. */
export const problemKinds = ['missing', 'wrong', 'spoiled', 'late', 'other'] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** The wishes of guests. `none`: that the restaurant knows. */
export const problemWishes = ['refund', 'voucher', 'none'] as const;
export type ProblemWish = (typeof problemWishes)[number];

export const problemAnswers = ['refund', 'voucher', 'reply'] as const;
export type ProblemAnswerKind = (typeof problemAnswers)[number];

/** Hours after its end in which a problem with an order can be reported. */
export const reportHours = 48;

interface EndedOrder {
  status: OrderStatus;
  statusChangedAt: string;
  isTest: boolean;
  history: readonly { from: OrderStatus | null }[];
}

/** Whether a kitchen has made the order, and it is over: completed, or cancelled after it was accepted. */
export function hasBeenMade({ status, isTest, history }: Omit<EndedOrder, 'statusChangedAt'>): boolean {
  if (isTest) return false;
  return status === 'Completed' || (status === 'Cancelled' && history.at(-1)?.from !== 'New');
}

export function canReportProblem(order: EndedOrder, now: Date): boolean {
  return hasBeenMade(order) && now.getTime() < Date.parse(order.statusChangedAt) + reportHours * 60 * MINUTE;
}
