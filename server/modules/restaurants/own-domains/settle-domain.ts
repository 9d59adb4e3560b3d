import type { DomainProblem } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import { mailOwners } from '../owners.ts';
import { standingAfter, untilNextLook } from './domain-steps.ts';
import { domainFailedMail } from './mails.ts';
import { moveSiteTo, type OwnDomainRow } from './queries.ts';

type SettleDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** The finding of a look at a domain, and the proofs that stand beside it. */
interface Found {
  found: DomainProblem | 'seen' | 'ready';
  proofs: readonly string[];
}

/**
 * Stores the finding of a look; the owners are told when a domain that worked does not any more. A domain that another restaurant has goes to the one whose proof stands there now; while both
 * proofs do, it stays. @returns the row as it is now; null where the claim was changed or taken away meanwhile.
 */
export async function settleDomain(deps: SettleDeps, claim: OwnDomainRow, found: Found): Promise<OwnDomainRow | null> {
  const { db } = deps;
  try {
    return await platformTransaction(db, 'own-domains', (tx) => settle(tx, deps, claim, found));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // Another restaurant proved the same domain in this moment.
    const late: Found = { ...found, found: 'taken' };
    return platformTransaction(db, 'own-domains', (tx) => settle(tx, deps, claim, late));
  }
}

async function settle(
  tx: Tx,
  deps: SettleDeps,
  { restaurant_id: restaurantId, domain, proof }: OwnDomainRow,
  { found, proofs }: Found,
): Promise<OwnDomainRow | null> {
  const now = deps.clock();
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
  if (found === 'seen' && holder !== undefined && !isTaken) await takeFrom(tx, deps, holder.restaurant_id, domain, now);
  const after = standingAfter(before, isTaken ? 'taken' : found);
  const nextLook = untilNextLook(after, now.getTime() - before.claimed_at.getTime());
  const row = await tx
    .updateTable('own_domains')
    .set({ ...after, checked_at: now, next_check_at: new Date(now.getTime() + nextLook) })
    .where('restaurant_id', '=', restaurantId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (after.state === 'ready') await moveSiteTo(tx, restaurantId, domain, now);
  else if (before.state === 'ready') {
    await moveSiteTo(tx, restaurantId, null, now);
    await mailFailure(tx, deps, row);
  }
  return row;
}

/** By their ids, as every transaction that locks several. */
async function lockRestaurants(tx: Tx, ids: readonly RestaurantId[]): Promise<void> {
  await tx.selectFrom('restaurants').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

/** The restaurant has the domain no more: its proof is gone, and another's stands there. */
async function takeFrom(
  tx: Tx,
  deps: SettleDeps,
  restaurantId: RestaurantId,
  domain: string,
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('own_domains')
    .select('state')
    .where('restaurant_id', '=', restaurantId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (before === undefined) return;
  const row = await tx
    .updateTable('own_domains')
    .set({ state: 'waiting', problem: 'taken', checked_at: now })
    .where('restaurant_id', '=', restaurantId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (before.state === 'ready') await mailFailure(tx, deps, row);
  await moveSiteTo(tx, restaurantId, null, now);
  const by = { actor: productActor, requestId: '', at: now };
  const details = { domain: { before: domain, after: '' } };
  await appendAuditEntry(tx, restaurantId, by, { action: 'restaurant.domain_changed', subject: domain, details });
}

/** Once for each time that a domain stops working: while it fails nobody is told again. The site of a closed restaurant is missed by nobody. */
async function mailFailure(
  tx: Tx,
  deps: SettleDeps,
  { restaurant_id: restaurantId, domain, problem }: OwnDomainRow,
): Promise<void> {
  const restaurant = await tx
    .selectFrom('restaurants')
    .select(['name', 'closed_at'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  if (restaurant.closed_at !== null) return;
  const failed = { restaurant: restaurant.name, domain, problem: problem! };
  await mailOwners(tx, deps, restaurantId, 'domain_failed', (owner) =>
    domainFailedMail(owner, failed, deps.config.publicUrl),
  );
}
