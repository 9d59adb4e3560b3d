import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY } from '#contract/base/time.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { endRestaurantSessions } from '#server/modules/accounts/sessions/sessions.ts';
import { getRestaurant } from '#server/modules/accounts/queries.ts';
import type { Proof, Prover } from '#server/modules/accounts/second-factor/require-proof.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { countOpenOrders } from '#server/modules/ordering/queries.ts';
import { mailOwners } from '../owners.ts';
import { closedMail, reopenedMail } from './mails.ts';

type CloseDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'withProof' | 'streams'>;

/** The owner who closes the restaurant, with the session and the request. */
interface OffboardingOwner {
  restaurantId: RestaurantId;
  userId: UserId;
  name: string;
  tokenHash: Buffer;
  requestId: string;
}

interface Confirmation extends Proof {
  /** The restaurant's name, as it was typed. */
  name: string;
}

/**
 * Closes a restaurant: from this moment guests cannot order, everybody else who works there is signed out, and after 30
 * days all of it is erased. Its owners are told by mail.
 * @throws restaurant.name_differs, restaurant.orders_open, restaurant.closed, as `withProof`
 */
export async function closeRestaurant(
  deps: CloseDeps,
  by: OffboardingOwner & Prover,
  { name, ...proof }: Confirmation,
): Promise<{ closed_at: Date; erase_at: Date }> {
  const { db, clock } = deps;
  const { restaurantId } = by;
  const restaurant = await getRestaurant(db, restaurantId);
  if (name.trim() !== restaurant.name) {
    throw new Refusal('restaurant.name_differs', undefined, {
      name: fieldProblem('restaurant.name_differs', { name: restaurant.name }),
    });
  }
  const closed = await deps.withProof(by, proof, async (tx) => {
    const now = clock();
    const { closed_at: closedBefore } = await lockRestaurant(tx, restaurantId);
    await lockOrdering(tx, restaurantId);
    if (closedBefore !== null) throw new Refusal('restaurant.closed');
    const count = await countOpenOrders(tx, restaurantId);
    if (count > 0) throw new Refusal('restaurant.orders_open', { count });
    const times = { closed_at: now, erase_at: new Date(now.getTime() + limits.reopenDays * DAY) };
    await tx
      .updateTable('restaurants')
      .set({ ...times, updated_at: now })
      .where('id', '=', restaurantId)
      .execute();
    const ended = await endRestaurantSessions(tx, restaurantId, by.tokenHash, now);
    await mailOwners(tx, deps, restaurantId, 'restaurant_closed', (owner) =>
      closedMail(owner, restaurant.name, times.erase_at, deps.config.publicUrl),
    );
    await auditOffboarding(tx, by, 'restaurant.closed', restaurant.name, now);
    return { times, ended };
  });
  // The owner's own session too, so that it counts as one of a closed restaurant at once.
  forgetCallers(deps, [...closed.ended, by.tokenHash]);
  return closed.times;
}

/**
 * Reopens a closed restaurant, unchanged; an open one stays open.
 * @throws restaurant.closed when its time is over.
 */
export async function reopenRestaurant(deps: CloseDeps, by: OffboardingOwner): Promise<void> {
  const { restaurantId } = by;
  const isOpened = await transaction(deps.db, restaurantId, async (tx) => {
    const now = deps.clock();
    const { name, closed_at, erase_at, erasing_since } = await lockRestaurant(tx, restaurantId);
    if (closed_at === null || erase_at === null) return false;
    if (erasing_since !== null || erase_at <= now) throw new Refusal('restaurant.closed');
    await tx
      .updateTable('restaurants')
      .set({ closed_at: null, erase_at: null, updated_at: now })
      .where('id', '=', restaurantId)
      .execute();
    await mailOwners(tx, deps, restaurantId, 'restaurant_reopened', (owner) =>
      reopenedMail(owner, name, deps.config.publicUrl),
    );
    await auditOffboarding(tx, by, 'restaurant.reopened', name, now);
    return true;
  });
  if (isOpened) forgetCallers(deps, [by.tokenHash]);
}

/** Waits for orders that are being written, and counts them; later ones find the restaurant closed. */
async function lockOrdering(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  const outlets = tx.selectFrom('outlets').select('id').where('restaurant_id', '=', restaurantId);
  await outlets.orderBy('id').forUpdate().execute();
}

function lockRestaurant(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('restaurants')
    .select(['name', 'closed_at', 'erase_at', 'erasing_since'])
    .where('id', '=', restaurantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Writes to the audit log, and tells all listeners, because guests may no longer order. */
async function auditOffboarding(
  tx: Tx,
  { restaurantId, userId, name, requestId }: OffboardingOwner,
  action: 'restaurant.closed' | 'restaurant.reopened',
  subject: string,
  at: Date,
): Promise<void> {
  await appendAuditEntry(
    tx,
    restaurantId,
    { actor: { kind: 'owner', userId, name }, requestId, at },
    { action, subject },
  );
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}
