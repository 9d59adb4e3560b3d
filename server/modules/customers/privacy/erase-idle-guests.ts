import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { listSignedInGuests } from '#server/modules/accounts/sessions/sessions.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import type { JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import { eraseCustomers } from './erase-guest.ts';
import { notedErasure } from './noted-erasure.ts';

const retentionMonths = 24;
/** A clock that is years ahead finds every guest idle: a small part goes before somebody sees it in the log. */
const shareInADay = 0.01;
/** Guests of a restaurant erased in one round, in one transaction; the next round goes on. */
const batchSize = 100;
/** A job that was given up can be tried again for so long; each day writes another. */
const usefulForMs = 2 * DAY;
const slowErasure = { statementTimeoutMs: 60_000 };

/** Its entries say how many guests were erased when. */
const erasing = 'guests.erased';

/**
 * Has guests erased who have neither ordered nor signed in for 24 months, as if they had asked for it (R90): at most 1 % of
 * a restaurant's guests in 24 hours, and at least one. Each restaurant has a job for each day, which is tried again when
 * it fails, and seen when it is given up.
 */
export async function scheduleIdleErasures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const restaurants = await platformTransaction(
    db,
    'clean-up',
    (tx) => idleGuests(tx, now).select('customer.restaurant_id as id').distinct().execute(),
    { readOnly: true, ...slowErasure },
  );
  const at = now.toISOString();
  await platformTransaction(db, 'clean-up', async (tx) => {
    for (const { id } of restaurants) {
      const payload = { kind: 'guest_erasure', restaurantId: id, at };
      // The hour, so that servers that look at the same time write one.
      const key = `${id} ${at.slice(0, 13)}`;
      await enqueue(tx, { restaurantId: null, queue: 'guest-erasure', key, payload, usefulForMs }, now);
    }
  });
}

/**
 * Erases the idle guests of a restaurant that may go in a day. A line of the log has the number, an entry in the audit log
 * of the restaurant that of each round. Idle is who was it when the job was written: the clock may have jumped since.
 */
export function guestErasureHandler(deps: Pick<Deps, 'db' | 'streams' | 'clock' | 'erasures' | 'log'>): JobHandler {
  const { clock, log } = deps;
  return {
    atOnce: 1,
    withinMs: 60 * MINUTE,
    retries: () => ({ most: 6, firstMs: MINUTE, longestMs: 60 * MINUTE }),
    async perform({ payload }, signal) {
      const restaurantId = payload['restaurantId'] as RestaurantId;
      const idleAt = new Date(payload['at'] as string);
      let guests = 0;
      try {
        for (let erased = batchSize; erased === batchSize; guests += erased) {
          signal.throwIfAborted();
          erased = await eraseSome(deps, restaurantId, idleAt, clock());
        }
      } finally {
        log.info({ restaurantId, guests }, 'Idle guests were erased');
      }
    },
    afterGivenUp: async (_, { payload, tries }, error) =>
      log.error({ err: error, restaurantId: payload['restaurantId'], tries }, 'The erasure of guests was given up'),
  };
}

/** @returns the number of erased guests. */
async function eraseSome(
  deps: Pick<Deps, 'db' | 'streams' | 'erasures' | 'log'>,
  restaurantId: RestaurantId,
  idleAt: Date,
  now: Date,
): Promise<number> {
  const { ended, count } = await notedErasure(
    deps,
    restaurantId,
    async (tx, note) => {
      const allowed = await countAllowed(tx, restaurantId, now);
      if (allowed === 0) return { ended: [], count: 0 };
      const present = await listSignedInGuests(tx, restaurantId);
      const guests = await idleGuests(tx, idleAt)
        .select('customer.id')
        .where('customer.restaurant_id', '=', restaurantId)
        .where(sql<boolean>`customer.id <> all(${present}::uuid[])`)
        .limit(Math.min(allowed, batchSize))
        .forUpdate('customer')
        .execute();
      if (guests.length === 0) return { ended: [], count: 0 };
      const ids = guests.map(({ id }) => id);
      const endedHere = await eraseCustomers(tx, restaurantId, ids);
      const act = { action: erasing, subject: 'idle guests', details: { guests: ids.length } } as const;
      await appendAuditEntry(tx, restaurantId, { actor: productActor, requestId: 'outbox', at: now }, act);
      await note(ids.map((customerId) => ({ restaurantId, customerId, at: now })));
      return { ended: endedHere, count: ids.length };
    },
    slowErasure,
  );
  forgetCallers(deps, ended);
  return count;
}

/** Locks the restaurant, so that two servers count one after the other, and says how many guests may still be erased. */
async function countAllowed(tx: Tx, restaurantId: RestaurantId, now: Date): Promise<number> {
  const restaurant = await tx
    .selectFrom('restaurants')
    .select('id')
    .where('id', '=', restaurantId)
    .where('erasing_since', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (restaurant === undefined) return 0;
  const { erased } = await tx
    .selectFrom('audit_log_entries')
    .select(sql<number>`coalesce(sum((details::json->>'guests')::int), 0)`.as('erased'))
    .where('restaurant_id', '=', restaurantId)
    .where('action', '=', erasing)
    .where('at', '>', new Date(now.getTime() - DAY))
    .executeTakeFirstOrThrow();
  const { left } = await tx
    .selectFrom('customers')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return Math.max(0, Math.max(1, Math.floor((left + erased) * shareInADay)) - erased);
}

/** Guests without an order for so long; those of them who are logged in are no idle ones. */
function idleGuests(tx: Tx, now: Date) {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - retentionMonths);
  return tx
    .selectFrom('customers as customer')
    .where('customer.created_at', '<', before)
    .where((guest) =>
      guest.not(
        guest.exists(
          guest
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.restaurant_id', '=', 'customer.restaurant_id')
            .whereRef('orders.customer_id', '=', 'customer.id')
            .where((order) =>
              order.or([
                order('orders.placed_at', '>=', before),
                order('orders.status', 'in', ['New', 'Confirmed', 'Ready']),
              ]),
            ),
        ),
      ),
    );
}
