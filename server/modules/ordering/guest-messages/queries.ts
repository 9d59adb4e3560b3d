import { type Insertable, type Selectable, sql } from 'kysely';
import type { GuestMessageId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { GuestMessage, GuestMessageOutcome, GuestMessageProblem } from '#contract/ordering/guest-messages.ts';
import type { SendProblem } from '#contract/outbound/unsent-messages.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Queue } from '#server/modules/outbound/jobs/job.ts';
import type { StoredOrder } from '../queries.ts';

export type StoredGuestMessage = Selectable<Schema['guest_messages']>;

/** The queues that have jobs of these messages. */
const messageQueues = ['mail', 'sms', 'push', 'order-mail', 'order-sms'] as const satisfies Queue[];

/** @returns false when the guest has this message already. */
export async function insertGuestMessage(tx: Tx, message: Insertable<Schema['guest_messages']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('guest_messages')
    .values(message)
    .onConflict((conflict) => conflict.constraint('guest_messages_once').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** The messages of an order, the first one first. `is_leaving`: a server is sending it. */
export function messagesOf(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
): Promise<(StoredGuestMessage & { is_leaving: boolean })[]> {
  return tx
    .selectFrom('guest_messages as message')
    .selectAll('message')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('jobs')
            .whereRef('jobs.restaurant_id', '=', 'message.restaurant_id')
            .where('queue', 'in', messageQueues)
            .whereRef('dedupe_key', '=', eb.cast<string>('message.id', 'text'))
            .where('leased_until', '>', sql<Date>`clock_timestamp()`),
        )
        .$castTo<boolean>()
        .as('is_leaving'),
    )
    .where('message.restaurant_id', '=', restaurantId)
    .where('message.order_id', '=', orderId)
    .orderBy('message.id')
    .execute();
}

/** Notes what became of a message. One that was sent stays so. */
export async function endGuestMessage(
  tx: Tx,
  restaurantId: RestaurantId,
  id: GuestMessageId,
  { outcome, problem, at }: { outcome: GuestMessageOutcome; problem: GuestMessageProblem | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('guest_messages')
    .set({ outcome, problem, ended_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'sent')]))
    .execute();
}

/**
 * The messages of an order for the people of the restaurant, the first one first. A message waits while its job does, also when
 * it was given up and is sent again. A server of before ends a job and notes nothing: the job says then what became of the message.
 * The jobs of an erased guest are gone.
 */
export async function listGuestMessages(
  tx: Tx,
  { restaurant_id: restaurantId, id, customer_phone: phone }: StoredOrder,
): Promise<GuestMessage[]> {
  const rows = await tx
    .selectFrom('guest_messages as message')
    .leftJoin('jobs', (join) =>
      join
        .onRef('jobs.restaurant_id', '=', 'message.restaurant_id')
        .on('jobs.queue', 'in', messageQueues)
        .on((eb) => eb('jobs.dedupe_key', '=', eb.cast<string>('message.id', 'text')))
        .on('jobs.dead_at', 'is', null),
    )
    .select([
      'event',
      'channel',
      'outcome',
      'problem',
      'ended_at',
      'message.created_at',
      'jobs.id as job',
      'done_at',
      'last_error',
    ])
    .where('message.restaurant_id', '=', restaurantId)
    .where('message.order_id', '=', id)
    .orderBy('message.id')
    .execute();
  const lost = phone === '' ? 'erased' : 'unexpected';
  return rows.map(({ event, channel, outcome, problem, ended_at, created_at, job, done_at, last_error }) => {
    const at = ended_at ?? done_at ?? created_at;
    if (job !== null && done_at === null)
      return { event, channel, state: 'waiting', problem: last_error as SendProblem | null, at: at.toISOString() };
    if (outcome === null && done_at !== null && last_error === null)
      return { event, channel, state: 'sent', problem: null, at: at.toISOString() };
    if (outcome === null) return { event, channel, state: 'dropped', problem: lost, at: at.toISOString() };
    return { event, channel, state: outcome, problem, at: at.toISOString() };
  });
}
