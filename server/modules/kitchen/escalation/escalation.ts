import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { fireOrder, listOrdersToFire } from '#server/modules/ordering/status/fire-order.ts';
import { insertSteps, listDueSteps } from './escalation-steps.ts';
import { pushUnattended } from './push-orders.ts';
import { type EscalationDeps, runStep } from './run-step.ts';

const everyMs = 1_000;
/** An order accepted within this time never has a step; the first step is due after a minute. */
const insertAheadMs = 30_000;
/** Longer than an order takes from reading the clock to its commit, and than an acceptance can be undone. */
const marginMs = 30_000;
/** Most orders take no longer. A look at the whole margin reads all orders of half a minute again, of which a rush has many. */
const nearMarginMs = 2_000;
const wholeMarginEveryMs = 5_000;
/** Milliseconds that a starting server looks back: as long as events are kept. */
const lookBackMs = 24 * 3_600_000;
const batchSize = 100;

export interface EscalationLoop {
  /** Looks once, now: resolves when everything due is done, and mails and voice calls are in the outbox. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Watches the scheduled orders and the orders that nobody accepts, of all restaurants. Due steps are in the database,
 * so nothing is lost or done twice when a server stops, also where two servers believe for a moment to be the elected
 * one, which alone watches. Memory holds only the time up to which everything was found.
 */
export function startEscalation(deps: EscalationDeps, isElected: () => boolean): EscalationLoop {
  const { db, clock, log } = deps;
  /** The instants until which the orders, and those of the whole margin, were found. */
  let found: { until: number; wholeUntil: number } | null = null;
  let looking = Promise.resolve();
  let isLooking = false;

  async function watch(): Promise<void> {
    const now = clock();
    await fire(now);
    await arm(now);
    const due = await platformTransaction(db, 'escalation', (tx) => listDueSteps(tx, now, batchSize), {
      readOnly: true,
    });
    for (const step of due) {
      await runStep(deps, step).catch((error: unknown) =>
        log.warn({ err: error, step: step.step }, 'A step of a waiting order failed; trying again'),
      );
    }
  }

  /** Fires scheduled orders: they first ring when the kitchen has to begin, and escalate from then on. */
  async function fire(now: Date): Promise<void> {
    const orders = await platformTransaction(db, 'escalation', (tx) => listOrdersToFire(tx, now, batchSize), {
      readOnly: true,
    });
    for (const order of orders) {
      await transaction(db, order.restaurantId, (tx) => fireOrder(tx, order, now)).catch((error: unknown) =>
        log.warn({ err: error }, 'A kitchen was not told of an order for later; trying again'),
      );
    }
  }

  async function arm(now: Date): Promise<void> {
    const until = now.getTime() - insertAheadMs;
    // Also the whole where the clock was set back: existing steps are found again.
    const isNear = found !== null && until >= found.until && until < found.wholeUntil + wholeMarginEveryMs;
    const from =
      found === null
        ? until - lookBackMs
        : isNear
          ? found.until - nearMarginMs
          : Math.min(found.wholeUntil, until) - marginMs;
    // A whole day of events takes longer than those since the last look.
    const patience = found === null ? { statementTimeoutMs: 60_000 } : {};
    await platformTransaction(
      db,
      'escalation',
      async (tx) => {
        const orders = await insertSteps(tx, new Date(from), new Date(until));
        if (orders.length > 0) await pushUnattended(tx, deps, orders, now);
      },
      patience,
    );
    found = { until, wholeUntil: isNear ? found!.wholeUntil : until };
  }

  function look(): Promise<void> {
    looking = looking.then(watch).catch((error: unknown) => {
      log.warn({ err: error }, 'Waiting orders could not be looked at; trying again');
    });
    return looking;
  }

  const timer = setInterval(() => {
    // The next elected server looks back a day.
    if (!isElected()) found = null;
    if (isLooking || !isElected()) return;
    isLooking = true;
    void look().then(() => {
      isLooking = false;
    });
  }, everyMs).unref();

  return {
    look,
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}
