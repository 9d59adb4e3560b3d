import type { DeliveryId, RestaurantId } from '#contract/base/ids.ts';
import type { CourierProblem } from '#contract/delivery/courier-states.ts';
import { nextMove } from '#contract/ordering/order-status.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { moveOrder } from '#server/modules/ordering/status/change-order-status.ts';
import { findOrder, type StoredDelivery, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { endDelivery, lockedOrder, tellOfDelivery, withDelivery } from '../queries.ts';
import { findCompany, openCompany } from './companies.ts';
import { CourierFailed, type CourierService, type CourierView } from './courier.ts';
import { enqueueCourier, findCourierRow, writeCourier } from './courier-rows.ts';
import {
  type CourierFacts,
  type CourierStep,
  decideCourierStep,
  isReadyDue,
  isReadyRefused,
  problemAfter,
  readyMs,
} from './decide-courier-step.ts';
import { findTrip, requestOf } from './trip.ts';

type SettleDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'>;

/** A delivery with its order. */
interface Seen {
  order: StoredOrder;
  delivery: StoredDelivery;
}

interface Look {
  /** The readiness, as `readinessOf` names it, that the company is told of for the last time; null where it may be told again. */
  lastTellingOf: string | null;
  signal?: AbortSignal;
}

/** Enough for ordering, telling and looking again; whatever is left is done by the next job. */
const mostRounds = 6;

/**
 * Looks at a delivery at its company, and does what is missing, here and there. It may run at any time, in several servers at once: the id
 * of the delivery makes the company do each call once, and what is written here is decided again with the order locked.
 * @throws CourierFailed where the company does not answer.
 */
export async function settleCourier(
  deps: SettleDeps,
  restaurantId: RestaurantId,
  deliveryId: DeliveryId,
  { lastTellingOf, signal }: Look,
): Promise<void> {
  const called = new Set<string>();
  for (let round = 0; round < mostRounds; round++) {
    signal?.throwIfAborted();
    const seen = await transaction(deps.db, restaurantId, (tx) => read(tx, restaurantId, deliveryId), {
      readOnly: true,
    });
    if (seen === null) return;
    const goesOn = await settleOnce(deps, seen, called, lastTellingOf).catch(async (error: unknown) => {
      if (error instanceof CourierFailed) await noteFailure(deps, seen, error);
      throw error;
    });
    if (!goesOn) return;
  }
}

/** @returns whether it is to be looked at again. */
async function settleOnce(
  deps: SettleDeps,
  seen: Seen,
  called: Set<string>,
  lastTellingOf: string | null,
): Promise<boolean> {
  const service = await open(deps, seen.delivery);
  const view = await service.look(seen.delivery.id);
  // Staff may have taken it back meanwhile, and said it anew.
  const isLastTelling = lastTellingOf === readinessOf(seen);
  const { kind } = decideCourierStep({ ...factsOf(seen, view), isLastTelling }, view, deps.clock());
  if (kind === 'wait' || called.has(kind)) return false;
  deps.log.info({ delivery: seen.delivery.id, step: kind }, 'A courier goes on');
  called.add(kind);
  if (kind === 'order') await order(deps, seen, service);
  else if (kind === 'ready') await sayReady(deps, seen, service, isLastTelling);
  else if (kind === 'cancel') await cancel(deps, seen, service);
  else await write(deps, seen, view);
  return true;
}

async function read(tx: Tx, restaurantId: RestaurantId, deliveryId: DeliveryId): Promise<Seen | null> {
  const row = await findCourierRow(tx, restaurantId, deliveryId);
  const found = row && (await findOrder(tx, restaurantId, row.orderId));
  return found && seenIn(found, deliveryId);
}

function seenIn(found: StoredOrder, deliveryId: DeliveryId): Seen | null {
  const delivery = found.deliveries?.find(({ id }) => id === deliveryId);
  return delivery === undefined ? null : { order: found, delivery };
}

async function open(
  { db, config }: SettleDeps,
  { restaurant_id, company_id }: StoredDelivery,
): Promise<CourierService> {
  const company = await transaction(db, restaurant_id, (tx) => findCompany(tx, restaurant_id, company_id!));
  if (company === null) throw new CourierFailed('The courier company was removed', 'keys');
  return openCompany(company, config);
}

function factsOf({ order: found, delivery }: Seen, view: CourierView | null): CourierFacts {
  return {
    state: delivery.courier_state!,
    askedAt: delivery.taken_at,
    endedAt: delivery.ended_at,
    isReadyTold: delivery.is_ready_told,
    orderStatus: found.status,
    statusChangedAt: found.status_changed_at,
    isKnown: view !== null && isKnown({ order: found, delivery }, view),
    problem: delivery.courier_problem,
    isLastTelling: false,
  };
}

/** The name of one time that the order was ready: completing it is another one. */
function readinessOf({ order: found, delivery }: Seen): string {
  return `ready ${delivery.id} ${found.status_changed_at.toISOString()}`;
}

function isKnown({ order: found, delivery }: Seen, view: CourierView): boolean {
  return (
    delivery.courier_state === view.state &&
    delivery.courier_name === view.name &&
    delivery.courier_phone === view.phone &&
    delivery.tracking_url === trackingUrlOf(found, view)
  );
}

/** The company's page shows the door: it is not taken back for a guest who was erased, whose order has no address any more. */
function trackingUrlOf({ address }: StoredOrder, { trackingUrl }: CourierView): string | null {
  return address === null ? null : trackingUrl;
}

/** An order that the company refuses comes back. */
async function order(deps: SettleDeps, seen: Seen, service: CourierService): Promise<void> {
  const { restaurant_id, id } = seen.delivery;
  const trip = await transaction(deps.db, restaurant_id, (tx) => findTrip(tx, seen.order), { readOnly: true });
  try {
    if (trip === null) throw new CourierFailed('The outlet or the door has no address', 'refused');
    await service.order(requestOf(seen.order, id, trip));
  } catch (error) {
    if (!(error instanceof CourierFailed) || error.kind !== 'refused') throw error;
    await change(deps, seen, (tx, { delivery, ...now }) =>
      delivery.ended_at === null
        ? end(tx, now.order, delivery, { kind: 'fail', reason: 'courier_refused' }, now.at)
        : null,
    );
  }
}

/**
 * A company that refuses to hear it counts as told, and staff read so once: the courier comes all the same, and another call would be
 * refused as well. The look before it was answered, so the keys are good. One that does not answer is looked at as before, and told again
 * by a later look. The first call that is not answered sets the time of the last one: the company may have been away since the order was ready.
 */
async function sayReady(deps: SettleDeps, seen: Seen, service: CourierService, isLast: boolean): Promise<void> {
  let isRefused = false;
  try {
    await service.sayReady(seen.delivery.id);
  } catch (error) {
    if (!(error instanceof CourierFailed) || error.kind === 'keys') throw error;
    deps.log.warn({ err: error, delivery: seen.delivery.id }, 'A courier company was not told that an order is ready');
    if (error.kind === 'silent' && !isLast) {
      await planLastTelling(deps, seen);
      return noteProblem(deps, seen, 'not_reached');
    }
    isRefused = true;
  }
  await change(deps, seen, async (tx, { order: found, delivery, at }) => {
    if (delivery.is_ready_told) return;
    const facts = factsOf({ order: found, delivery }, null);
    // Staff have taken it back while the company was silent, or the courier has it: nothing is left to say.
    if (isRefused && !isReadyDue(facts, facts)) return;
    await writeCourier(tx, delivery, { is_ready_told: true, ...(isRefused && { courier_problem: 'ready_refused' }) });
    if (isRefused) await tellOfDelivery(tx, found, at);
  });
}

function planLastTelling({ db, clock }: SettleDeps, seen: Seen): Promise<void> {
  const { restaurant_id, id } = seen.delivery;
  const key = readinessOf(seen);
  return transaction(db, restaurant_id, (tx) =>
    enqueueCourier(tx, restaurant_id, id, { isOnce: true, key, lastTellingOf: key, delayMs: readyMs, now: clock() }),
  );
}

async function cancel(deps: SettleDeps, seen: Seen, service: CourierService): Promise<void> {
  if (!(await service.cancel(seen.delivery.id))) await noteProblem(deps, seen, 'not_cancelled');
}

/** Says to staff why it does not go on; an order that the company has never confirmed is not waited for any more. */
async function noteFailure(deps: SettleDeps, seen: Seen, { kind }: CourierFailed): Promise<void> {
  const step = decideCourierStep(factsOf(seen, null), null, deps.clock());
  if (seen.delivery.ended_at === null && step.kind !== 'order' && step.kind !== 'wait') await write(deps, seen, null);
  else await noteProblem(deps, seen, kind === 'keys' || kind === 'not_allowed' ? 'keys_refused' : 'not_reached');
}

function noteProblem(deps: SettleDeps, seen: Seen, problem: CourierProblem): Promise<void> {
  return change(deps, seen, async (tx, { order: found, delivery, at }) => {
    if (delivery.courier_problem === problem || isReadyRefused(factsOf({ order: found, delivery }, null))) return;
    await writeCourier(tx, delivery, { courier_problem: problem });
    await tellOfDelivery(tx, found, at);
  });
}

/** Writes what the company says, decided again with the order locked: staff and drivers may have been faster. */
function write(deps: SettleDeps, seen: Seen, view: CourierView | null): Promise<void> {
  return change(deps, seen, async (tx, { order: found, delivery, at }) => {
    const present = factsOf({ order: found, delivery }, view);
    const step = decideCourierStep(present, view, at);
    const facts = view && {
      courier_state: view.state,
      courier_name: view.name,
      courier_phone: view.phone,
      tracking_url: trackingUrlOf(found, view),
      courier_problem: null,
    };
    if (step.kind === 'close') {
      await writeCourier(tx, delivery, { ...facts, courier_state: view?.state ?? 'cancelled', courier_problem: null });
      await tellOfDelivery(tx, found, at);
    } else if (step.kind === 'apply') {
      const isOut = view?.state === 'collected';
      const problem = view && problemAfter(present, view);
      await writeCourier(tx, delivery, {
        ...facts,
        courier_problem: problem,
        ...(isOut && { left_at: delivery.left_at ?? at }),
      });
      await tellOfDelivery(tx, found, at);
    } else if (step.kind === 'deliver')
      await deliver(tx, deps, found, await writeCourier(tx, delivery, { ...facts }), at);
    else if (isEnd(step)) await end(tx, found, await writeCourier(tx, delivery, { ...facts }), step, at);
  });
}

async function change(
  { db, clock }: SettleDeps,
  { delivery: { restaurant_id, id, order_id } }: Seen,
  work: (tx: Tx, locked: Seen & { at: Date }) => Promise<unknown> | null,
): Promise<void> {
  await transaction(db, restaurant_id, async (tx) => {
    const seen = seenIn(await lockedOrder(tx, restaurant_id, order_id), id);
    if (seen !== null) await work(tx, { ...seen, at: clock() });
  });
}

type CourierEnd = Extract<CourierStep, { kind: 'fail' }> | { kind: 'give_back' };

function isEnd(step: CourierStep): step is CourierEnd {
  return step.kind === 'fail' || step.kind === 'give_back';
}

async function end(tx: Tx, found: StoredOrder, delivery: StoredDelivery, step: CourierEnd, at: Date): Promise<void> {
  const given =
    step.kind === 'fail' ? ({ outcome: 'failed', reason: step.reason } as const) : ({ outcome: 'given_back' } as const);
  await endDelivery(tx, delivery, given, at);
  await tellOfDelivery(tx, found, at);
}

/** Completes the order, in the company's name; a kitchen that has pressed nothing meanwhile has finished it. */
async function deliver(
  tx: Tx,
  deps: SettleDeps,
  found: StoredOrder,
  delivery: StoredDelivery,
  at: Date,
): Promise<void> {
  const actor = { actor_kind: 'system', actor_id: null, actor_name: delivery.driver_name } as const;
  let present = withDelivery(found, await endDelivery(tx, delivery, { outcome: 'delivered', proof: 'courier' }, at));
  if (present.status === 'Completed') await tellOfDelivery(tx, present, at);
  for (let move = nextMove(present.status); move !== null; move = nextMove(present.status))
    present = await moveOrder(tx, deps, present, { to: move.to, reason: null, isUndo: false }, {}, actor);
}
