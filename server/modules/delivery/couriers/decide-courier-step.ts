/** Finds what a courier's delivery needs next, from our row of it, its order, and what the company says. Pure. */
import type { CourierProblem, CourierState } from '#contract/delivery/courier-states.ts';
import type { CourierReason } from '#contract/delivery/failure-reasons.ts';
import { MINUTE } from '#contract/base/time.ts';
import { type OrderStatus, undoMs } from '#contract/ordering/order-status.ts';
import type { CourierView } from './courier.ts';

export interface CourierFacts {
  state: CourierState;
  askedAt: Date;
  /** Null: the courier has the order. */
  endedAt: Date | null;
  isReadyTold: boolean;
  orderStatus: OrderStatus;
  statusChangedAt: Date;
  /** Whether the company shows what is stored already. */
  isKnown: boolean;
  /** The problem that staff were told of. */
  problem: CourierProblem | null;
  /** Whether the company has been told for so long without an answer that it counts as refusing: this look tells it for the last time. */
  isLastTelling: boolean;
}

/**
 * `order`, `ready` and `cancel` are calls to the company. `apply`: what it says is written. `deliver`: the order has arrived. `fail`: it
 * comes back to the restaurant's own drivers. `give_back`: its order was cancelled, or completed before. `close`: the company has nothing more to do for us.
 */
export type CourierStep =
  | { kind: 'wait' | 'order' | 'ready' | 'cancel' | 'apply' | 'deliver' | 'give_back' | 'close' }
  | { kind: 'fail'; reason: CourierReason };

/** Milliseconds after which a company that has not confirmed is not waited for any more. */
export const silentMs = 10 * MINUTE;
/** Milliseconds between two looks at a delivery; notifications only make it faster. */
export const followMs = 15_000;
/** Milliseconds between two looks at a company that answers them, with the time that a look takes: usually one of them falls into the beginning of each minute. */
const lookMs = followMs + 5_000;
/** Milliseconds after the first telling that was not answered, in which a company is told again that an order is ready. */
export const readyMs = 10 * MINUTE;
/** Milliseconds in which an order that was sent before the end may still reach the company. */
export const inFlightMs = 2 * MINUTE;
export function decideCourierStep(facts: CourierFacts, view: CourierView | null, now: Date): CourierStep {
  const { state, endedAt, orderStatus } = facts;
  const isOver = view !== null && (view.state === 'delivered' || view.state === 'cancelled' || view.state === 'failed');
  if (endedAt !== null) {
    if (isOver) return { kind: state === view.state ? 'wait' : 'close' };
    if (view !== null) return { kind: 'cancel' };
    return { kind: now.getTime() - endedAt.getTime() < inFlightMs ? 'wait' : 'close' };
  }
  if (orderStatus === 'Cancelled') {
    return { kind: now.getTime() - facts.statusChangedAt.getTime() < undoMs ? 'wait' : 'give_back' };
  }
  if (view === null) {
    if (state !== 'asked') return { kind: 'wait' };
    // Staff have said that it arrived: nobody has to come any more.
    if (orderStatus === 'Completed') return { kind: 'give_back' };
    return isSilent(facts, now) ? { kind: 'fail', reason: 'courier_silent' } : { kind: 'order' };
  }
  if (view.state === 'delivered') return { kind: 'deliver' };
  // The order stays completed, whatever became of the courier.
  if (isOver && orderStatus === 'Completed') return { kind: 'close' };
  if (view.state === 'cancelled') return { kind: 'fail', reason: 'courier_gave_up' };
  if (view.state === 'failed') return { kind: 'fail', reason: 'courier_failed' };
  if (!facts.isKnown) return { kind: 'apply' };
  if (isReadyDue(facts, view) && isReadyAsked(facts, now)) return { kind: 'ready' };
  return { kind: problemAfter(facts, view) === facts.problem ? 'wait' : 'apply' };
}

/**
 * The problem that is left when the company has answered a look. It stays while the company is still to be told that the order is ready,
 * because that call may be the one that fails: each look would take it away, and the call bring it back.
 */
export function problemAfter(facts: CourierFacts, view: CourierView): CourierProblem | null {
  const isLeft = facts.problem === 'ready_refused' ? isWaiting(view) : isReadyDue(facts, view);
  return isLeft ? facts.problem : null;
}

/**
 * Whether a courier comes who does not know that the order is ready. Staff have to read so until then: a problem noted in its place would be
 * taken off by the next answered look, and this one with it.
 */
export function isReadyRefused({ problem, endedAt, state }: CourierFacts): boolean {
  return problem === 'ready_refused' && endedAt === null && isWaiting({ state });
}

/** Each look tells the company for a minute, then usually one look of each minute, and the last one in any case. */
function isReadyAsked({ statusChangedAt, askedAt, isLastTelling }: CourierFacts, now: Date): boolean {
  const since = now.getTime() - Math.max(statusChangedAt.getTime(), askedAt.getTime());
  return since < MINUTE || since % MINUTE < lookMs || isLastTelling;
}

/** Whether a courier who has not collected yet is still to hear that the order is ready. */
export function isReadyDue(
  { orderStatus, isReadyTold, endedAt }: CourierFacts,
  courier: Pick<CourierFacts, 'state'>,
): boolean {
  const isReady = orderStatus === 'Ready' || orderStatus === 'Completed';
  return isReady && endedAt === null && isWaiting(courier) && !isReadyTold;
}

function isWaiting({ state }: Pick<CourierFacts, 'state'>): boolean {
  return state === 'pending' || state === 'assigned';
}

/** Whether a company has not confirmed for so long that somebody else takes the order. */
function isSilent({ state, askedAt }: Pick<CourierFacts, 'state' | 'askedAt'>, now: Date): boolean {
  return state === 'asked' && now.getTime() - askedAt.getTime() >= silentMs;
}
