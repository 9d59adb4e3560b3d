import { randomBytes } from 'node:crypto';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { lockMenu } from '../queries.ts';
import { findOwnDomain, moveSiteTo } from './queries.ts';

/**
 * Claims the domain for the restaurant, which waits for it until its records are seen. Others may wait for the same one: only
 * whoever sets the records gets it. @throws restaurant.domains_not_offered; request.invalid for a domain of the platform.
 */
export async function setDomain(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'ownDomains'>,
  by: AuditContext,
  domain: string,
  at: Date,
): Promise<void> {
  const { restaurantId } = by;
  if (config.ownDomains === undefined) throw new Refusal('restaurant.domains_not_offered');
  if (isOfPlatform(config, domain))
    throw new Refusal('request.invalid', undefined, { domain: fieldProblem('restaurant.domain_reserved') });
  await lockMenu(tx, restaurantId);
  const before = await findOwnDomain(tx, restaurantId);
  if (before?.domain === domain) return;
  const claim = {
    domain,
    proof: `order-manager=${randomBytes(18).toString('base64url')}`,
    state: 'waiting',
    problem: null,
    failures: 0,
    claimed_at: at,
    checked_at: null,
    next_check_at: at,
  } as const;
  await tx
    .insertInto('own_domains')
    .values({ restaurant_id: restaurantId, ...claim })
    .onConflict((conflict) => conflict.column('restaurant_id').doUpdateSet(claim))
    .execute();
  await moveSiteTo(tx, restaurantId, null, at);
  await auditDomain(tx, by, before?.domain ?? '', domain, at);
}

/** Takes the domain off. Its host answers nobody from then on. @throws request.not_found where there is none. */
export async function removeDomain(tx: Tx, by: AuditContext, at: Date): Promise<void> {
  const { restaurantId } = by;
  await lockMenu(tx, restaurantId);
  const before = await findOwnDomain(tx, restaurantId);
  if (before === undefined) throw new Refusal('request.not_found');
  await tx.deleteFrom('own_domains').where('restaurant_id', '=', restaurantId).execute();
  await moveSiteTo(tx, restaurantId, null, at);
  await auditDomain(tx, by, before.domain, '', at);
}

/** Has the domain looked at in the next second. @throws request.not_found where there is none. */
export async function checkSoon(tx: Tx, { restaurantId }: Pick<AuditContext, 'restaurantId'>, at: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('own_domains')
    .set({ next_check_at: at })
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('request.not_found');
}

function auditDomain(tx: Tx, by: AuditContext, before: string, after: string, at: Date): Promise<void> {
  const details = { domain: { before, after } };
  const action = { action: 'restaurant.domain_changed', subject: after || before, details } as const;
  return appendAuditEntry(tx, by.restaurantId, { ...by, at }, action);
}

/** Whether the name is the platform's, above one of its names, or below one. */
function isOfPlatform({ publicUrl, ownDomains }: Pick<Config, 'publicUrl' | 'ownDomains'>, domain: string): boolean {
  return [new URL(publicUrl).hostname, ownDomains?.target ?? ''].some(
    (name) => name === domain || name.endsWith(`.${domain}`) || domain.endsWith(`.${name}`),
  );
}
