import { type RawBuilder, sql } from 'kysely';
import type { OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { EscalationOutcome, EscalationStepKind } from '#server/db/schema/kitchen.ts';

/** An action that is due on an order unless the order is moved. */
export interface DueStep {
  restaurantId: RestaurantId;
  orderId: OrderId;
  outletId: OutletId;
  step: EscalationStepKind;
}

/**
 * Writes the escalation steps, as the outlets configure them, of the orders that reached kitchens between the two
 * instants and are still New, except of those that have steps. It starts from the events, which are indexed by time anyway, so that
 * placing an order costs nothing for this. One statement across restaurants, which is why it reads tables of other
 * modules. `limit 1`, and the status read outside, make the planner look up each order: before the first analyze it would read
 * all orders of the outlets. Two servers may believe to be elected, hence `on conflict`.
 * @returns the orders that got steps.
 */
export async function insertSteps(
  tx: Tx,
  after: Date,
  until: Date,
): Promise<{ restaurantId: RestaurantId; orderId: OrderId }[]> {
  const { rows } = await sql<{ restaurantId: RestaurantId; orderId: OrderId; step: EscalationStepKind }>`
    insert into escalation_steps (restaurant_id, order_id, step, due_at)
    select events.restaurant_id, events.order_id, configured.step, configured.due_at
    from events
    left join lateral (
      select order_id from escalation_steps where restaurant_id = events.restaurant_id and order_id = events.order_id
      limit 1
    ) as existing on true
    cross join lateral (
      select outlet_id, accept_by, coalesce(fired_at, placed_at) as reached_at,
        status = 'New' and (fires_at is null or fired_at is not null) and not is_test as is_waiting
      from orders where restaurant_id = events.restaurant_id and id = events.order_id
      limit 1
    ) as placed
    cross join lateral (
      select escalation_devices_minutes, escalation_mail_minutes, case when escalates_by_call then escalation_call_minutes end as call_minutes
      from outlets where restaurant_id = events.restaurant_id and id = placed.outlet_id
      limit 1
    ) as settings
    cross join lateral (values
      ('devices', reached_at + make_interval(mins => escalation_devices_minutes)),
      ('mail', reached_at + make_interval(mins => escalation_mail_minutes)),
      ('call', reached_at + make_interval(mins => call_minutes)),
      ('reject', accept_by)
    ) as configured (step, due_at)
    where events.happened_at > ${after} and events.happened_at <= ${until} and events.type in ('order.placed', 'order.fired')
      and existing.order_id is null and placed.is_waiting and configured.due_at is not null
    on conflict do nothing
    returning restaurant_id as "restaurantId", order_id as "orderId", step`.execute(tx);
  return rows.filter(({ step }) => step === 'devices');
}

/**
 * Covers all restaurants, the longest due first. Steps that end an order come before steps that only notify, which are read
 * where those leave room. Both are read from the beginning of an index, because after a rush that nobody accepts there are many.
 */
export async function listDueSteps(tx: Tx, now: Date, limit: number): Promise<DueStep[]> {
  const due = (kind: RawBuilder<unknown>) => sql`
    select restaurant_id, order_id, step, due_at from escalation_steps
    where done_at is null and due_at <= ${now} and ${kind} order by due_at limit ${limit}`;
  const { rows } = await sql<DueStep>`
    with rejects as materialized (${due(sql`step = 'reject'`)}),
    notices as materialized (${due(sql`step <> 'reject' and (select count(*) from rejects) < ${limit}`)})
    select due.restaurant_id as "restaurantId", order_id as "orderId", outlet_id as "outletId", step
    from (select * from rejects union all select * from notices) as due
    join orders on orders.restaurant_id = due.restaurant_id and orders.id = order_id
    order by step = 'reject' desc, due_at limit ${limit}`.execute(tx);
  return rows;
}

/** @returns false when the step is no longer due, or another server is executing it. */
export async function claimStep(tx: Tx, { restaurantId, orderId, step }: DueStep, now: Date): Promise<boolean> {
  const claimed = await tx
    .selectFrom('escalation_steps')
    .select('step')
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', '=', orderId)
    .where('step', '=', step)
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Ends a claimed step. */
export async function endStep(
  tx: Tx,
  { restaurantId, orderId, step }: DueStep,
  outcome: EscalationOutcome,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('escalation_steps')
    .set({ outcome, done_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', '=', orderId)
    .where('step', '=', step)
    .execute();
}

/** Puts a claimed step off. */
export async function postponeStep(tx: Tx, { restaurantId, orderId, step }: DueStep, until: Date): Promise<void> {
  await tx
    .updateTable('escalation_steps')
    .set({ due_at: until })
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', '=', orderId)
    .where('step', '=', step)
    .execute();
}

/** Ends the same step of other orders that wait at the outlet, because one message tells of all. @returns the orders. */
export async function endStepOfOthers(
  tx: Tx,
  { restaurantId, orderId, outletId, step }: DueStep,
  now: Date,
): Promise<OrderId[]> {
  const { rows } = await sql<{ id: OrderId }>`
    update escalation_steps set outcome = 'done', done_at = ${now} from orders
    where escalation_steps.restaurant_id = ${restaurantId} and step = ${step} and order_id <> ${orderId}
      and done_at is null and due_at <= ${now} and orders.restaurant_id = escalation_steps.restaurant_id
      and orders.id = order_id and orders.outlet_id = ${outletId} and orders.status = 'New'
    returning order_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes up to `limit` steps that ended before. */
export async function deleteStepsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from escalation_steps where (restaurant_id, order_id, step) in (
      select restaurant_id, order_id, step from escalation_steps where done_at < ${before} order by done_at limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
