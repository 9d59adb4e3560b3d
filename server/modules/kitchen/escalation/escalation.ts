import { MINUTE } from '#contract/base/time.ts';
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
/** Longer than most orders take for their commit. The whole margin is read less often, because in a rush it has many orders. */
const nearMarginMs = 2_000;
const wholeMarginEveryMs = 5_000;
/** Milliseconds that a starting server looks back: as long as events are kept. */
const lookBackMs = 24 * 3_600_000;
const shortestPartMs = 10 * MINUTE;
const batchSize = 100;

/** The instants up to which events were read: with the near margin, and with the whole one. */
interface ReadUntil {
  until: number;
  wholeUntil: number;
}

export interface EscalationLoop {
  /** Looks once, now: resolves when everything due is done, and mails and voice calls are in the outbox. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Watches the scheduled orders and the orders that nobody accepts, of all restaurants. Due steps are in the database,
 * so nothing is lost or done twice when a server stops, also where two servers believe for a moment to be the elected
 * one, which alone watches. Memory holds only the times up to which events were read.
 */
export function startEscalation(deps: EscalationDeps, isElected: () => boolean): EscalationLoop {
  const { db, clock, log } = deps;
  let read: ReadUntil | null = null;
  /** Milliseconds whose events are read in one statement. */
  let partMs = lookBackMs;
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
    const { from, wholeUntil } = windowUntil(until, read);
    for (let begin = from; begin < until; begin += partMs) {
      const end = Math.min(begin + partMs, until);
      try {
        await armBetween(new Date(begin), new Date(end), now);
      } catch (error) {
        // After a start or an outage there may be more events than one statement reads in time.
        partMs = Math.max(partMs / 2, shortestPartMs);
        throw error;
      }
      if (wholeUntil === until) read = { until: end, wholeUntil: end };
    }
    read = { until, wholeUntil };
    partMs = lookBackMs;
  }

  async function armBetween(begin: Date, end: Date, now: Date): Promise<void> {
    const patience = end.getTime() - begin.getTime() > MINUTE ? { statementTimeoutMs: MINUTE } : {};
    await platformTransaction(
      db,
      'escalation',
      async (tx) => {
        const orders = await insertSteps(tx, begin, end);
        if (orders.length > 0) await pushUnattended(tx, deps, orders, now);
      },
      patience,
    );
  }

  function look(): Promise<void> {
    looking = looking.then(watch).catch((error: unknown) => {
      log.warn({ err: error }, 'Waiting orders could not be looked at; trying again');
    });
    return looking;
  }

  const timer = setInterval(() => {
    // The next elected server looks back a day.
    if (!isElected()) read = null;
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

/** Where a look begins. A clock set back reads the whole margin again; orders that have steps are left out. */
function windowUntil(until: number, read: ReadUntil | null): { from: number; wholeUntil: number } {
  if (read === null) return { from: until - lookBackMs, wholeUntil: until };
  const isNear = until >= read.until && until < read.wholeUntil + wholeMarginEveryMs;
  if (isNear) return { from: read.until - nearMarginMs, wholeUntil: read.wholeUntil };
  return { from: Math.min(read.wholeUntil, until) - marginMs, wholeUntil: until };
}
