import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import { eraseCustomers } from './erase-guest.ts';

const retentionMonths = 24;
/** A clock that is years ahead finds every guest idle: a small part goes before somebody sees it in the log. */
const shareInADay = 0.01;
/** Guests of a restaurant erased in one round, in one transaction; the next round goes on. */
const batchSize = 100;
const slowErasure = { statementTimeoutMs: 60_000 };

/** Its entries say how many guests were erased when. */
const erasing = 'guests.erased';

/**
 * Erases guests who have neither ordered nor signed in for 24 months, as if they had asked for it (R90): at most 1 % of
 * a restaurant's guests in 24 hours, and at least one. A line of the log has the number of the round, an entry in the
 * audit log of each restaurant its own.
 * @returns whether none is left that may be erased today.
 */
export async function eraseIdleGuests(
  deps: Pick<Deps, 'db' | 'streams' | 'clock' | 'erasures' | 'log'>,
): Promise<boolean> {
  const now = deps.clock();
  const restaurants = await platformTransaction(
    deps.db,
    'clean-up',
    (tx) => idleGuests(tx, now).select('customer.restaurant_id as id').distinct().execute(),
    { readOnly: true, ...slowErasure },
  );
  let guests = 0;
  let isDone = true;
  try {
    for (const { id } of restaurants) {
      const erased = await eraseSome(deps, id, now);
      guests += erased;
      if (erased === batchSize) isDone = false;
    }
  } finally {
    deps.log.info({ guests }, 'Idle guests were erased');
  }
  return isDone;
}

/** @returns the number of erased guests; 0 while another server is erasing. */
async function eraseSome(
  deps: Pick<Deps, 'db' | 'streams' | 'erasures'>,
  restaurantId: RestaurantId,
  now: Date,
): Promise<number> {
  const { ended, count } = await transaction(
    deps.db,
    restaurantId,
    async (tx) => {
      const allowed = await countAllowed(tx, restaurantId, now);
      if (allowed === 0) return { ended: [], count: 0 };
      const guests = await idleGuests(tx, now)
        .select('customer.id')
        .limit(Math.min(allowed, batchSize))
        .forUpdate('customer')
        .execute();
      if (guests.length === 0) return { ended: [], count: 0 };
      const ids = guests.map(({ id }) => id);
      const endedHere = await eraseCustomers(tx, deps, restaurantId, ids, now);
      const act = { action: erasing, subject: 'idle guests', details: { guests: ids.length } } as const;
      await appendAuditEntry(tx, restaurantId, { actor: productActor, requestId: 'clean-up', at: now }, act);
      return { ended: endedHere, count: ids.length };
    },
    slowErasure,
  );
  forgetCallers(deps, ended);
  return count;
}

/** Locks the restaurant, so that servers count one after the other, and says how many guests may still be erased. */
async function countAllowed(tx: Tx, restaurantId: RestaurantId, now: Date): Promise<number> {
  const restaurant = await tx
    .selectFrom('restaurants')
    .select('id')
    .where('id', '=', restaurantId)
    .where('erasing_since', 'is', null)
    .forNoKeyUpdate()
    .skipLocked()
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

function idleGuests(tx: Tx, now: Date) {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - retentionMonths);
  return (
    tx
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
      )
      // A session ends some weeks after its last use, so an open one belongs to a recent guest.
      .where((guest) =>
        guest.not(
          guest.exists(
            guest
              .selectFrom('sessions')
              .select('sessions.token_hash')
              .whereRef('sessions.restaurant_id', '=', 'customer.restaurant_id')
              .whereRef('sessions.customer_id', '=', 'customer.id'),
          ),
        ),
      )
  );
}
