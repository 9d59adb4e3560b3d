import type { DomainProblem } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import { standingAfter, untilNextLook } from './domain-steps.ts';
import { moveSiteTo, type OwnDomainRow } from './queries.ts';

/** The finding of a look at a domain, and the proofs that stand beside it. */
interface Found {
  found: DomainProblem | 'seen' | 'ready';
  proofs: readonly string[];
}

/**
 * Stores the finding of a look. A domain that another restaurant has goes to the one whose proof stands there now; while both
 * proofs do, it stays. @returns the row as it is now; null where the claim was changed or taken away meanwhile.
 */
export async function settleDomain(db: Db, claim: OwnDomainRow, found: Found, now: Date): Promise<OwnDomainRow | null> {
  try {
    return await platformTransaction(db, 'own-domains', (tx) => settle(tx, claim, found, now));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // Another restaurant proved the same domain in this moment.
    const late: Found = { ...found, found: 'taken' };
    return platformTransaction(db, 'own-domains', (tx) => settle(tx, claim, late, now));
  }
}

async function settle(
  tx: Tx,
  { restaurant_id: restaurantId, domain, proof }: OwnDomainRow,
  { found, proofs }: Found,
  now: Date,
): Promise<OwnDomainRow | null> {
  const holder = await tx
    .selectFrom('own_domains')
    .select(['restaurant_id', 'proof'])
    .where('domain', '=', domain)
    .where('state', '<>', 'waiting')
    .where('restaurant_id', '<>', restaurantId)
    .executeTakeFirst();
  await lockRestaurants(tx, [restaurantId, ...(holder === undefined ? [] : [holder.restaurant_id])]);
  const before = await tx
    .selectFrom('own_domains')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('domain', '=', domain)
    .where('proof', '=', proof)
    .executeTakeFirst();
  if (before === undefined) return null;
  const isTaken = found === 'seen' && holder !== undefined && proofs.includes(holder.proof);
  if (found === 'seen' && holder !== undefined && !isTaken) await takeFrom(tx, holder.restaurant_id, domain, now);
  const after = standingAfter(before, isTaken ? 'taken' : found);
  const nextLook = untilNextLook(after, now.getTime() - before.claimed_at.getTime());
  const row = await tx
    .updateTable('own_domains')
    .set({ ...after, checked_at: now, next_check_at: new Date(now.getTime() + nextLook) })
    .where('restaurant_id', '=', restaurantId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (after.state === 'ready') await moveSiteTo(tx, restaurantId, domain, now);
  else if (before.state === 'ready') await moveSiteTo(tx, restaurantId, null, now);
  return row;
}

/** By their ids, as every transaction that locks several. */
async function lockRestaurants(tx: Tx, ids: readonly RestaurantId[]): Promise<void> {
  await tx.selectFrom('restaurants').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

/** The restaurant has the domain no more: its proof is gone, and another's stands there. */
async function takeFrom(tx: Tx, restaurantId: RestaurantId, domain: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('own_domains')
    .set({ state: 'waiting', problem: 'taken', checked_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await moveSiteTo(tx, restaurantId, null, now);
  const by = { actor: productActor, requestId: '', at: now };
  const details = { domain: { before: domain, after: '' } };
  await appendAuditEntry(tx, restaurantId, by, { action: 'restaurant.domain_changed', subject: domain, details });
}
