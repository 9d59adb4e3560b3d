/** The links between people and their accounts at the company. A link opens one restaurant, whatever others the person works in. */
import type { Selectable } from 'kysely';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Config } from '#server/config.ts';
import { newId } from '#server/db/new-id.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { fullName, readWorkplace, type User } from '../queries.ts';
import { actorOf } from '../sign-in/sign-in-audit.ts';
import { type ProviderRow, sealForCompany } from './providers.ts';

export type LinkRow = Selectable<Schema['company_links']>;

/** The person whom the provider names so; an email never finds one. */
export async function findLink(
  tx: Tx,
  { restaurant_id: restaurantId, issuer }: ProviderRow,
  subject: string,
): Promise<LinkRow | null> {
  const link = await tx
    .selectFrom('company_links')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return link ?? null;
}

export async function findLinkOf(tx: Tx, restaurantId: RestaurantId, userId: UserId): Promise<LinkRow | null> {
  const link = await tx
    .selectFrom('company_links')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return link ?? null;
}

/**
 * Links a person whose account is proved, while the provider that vouched for them is still connected.
 * @throws auth.company_other_account, auth.company_link_over
 */
export async function createLink(
  tx: Tx,
  { restaurant_id: restaurantId, issuer, client_id }: ProviderRow,
  { userId, subject }: { userId: UserId; subject: string },
  now: Date,
): Promise<LinkRow> {
  const provider = await tx
    .selectFrom('company_providers')
    .select('is_on')
    .where('restaurant_id', '=', restaurantId)
    .where('issuer', '=', issuer)
    .where('client_id', '=', client_id)
    .forShare()
    .executeTakeFirst();
  if (provider?.is_on !== true) throw new Refusal('auth.company_link_over');
  const link = await tx
    .insertInto('company_links')
    .values({
      restaurant_id: restaurantId,
      id: newId(),
      user_id: userId,
      issuer,
      subject,
      linked_at: now,
      refused_at: null,
      confirmed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (link !== undefined) return link;
  // Two tabs at once are one person; anybody else is another.
  const existing = await findLinkOf(tx, restaurantId, userId);
  if (existing?.subject !== subject) throw new Refusal('auth.company_other_account');
  return existing;
}

/** Parts a person from the company in every restaurant of theirs, whose audit logs say so. The sessions are the caller's to end. */
export async function unlinkEverywhere(
  tx: Tx,
  user: User,
  { requestId, at }: { requestId: string; at: Date },
): Promise<void> {
  const links = await tx
    .deleteFrom('company_links')
    .where('user_id', '=', user.id)
    .returning('restaurant_id')
    .execute();
  for (const restaurantId of links.map(({ restaurant_id: id }) => id).toSorted()) {
    const workplace = await readWorkplace(tx, user.id, restaurantId);
    if (workplace === null) continue;
    const entry = { action: 'account.company_unlinked', subject: fullName(user) } as const;
    await appendAuditEntry(tx, restaurantId, { actor: actorOf(user, workplace), requestId, at }, entry);
  }
}

/**
 * Locks provider and link until the session exists: whoever switches off or unlinks meanwhile ends it as well.
 * @throws auth.company_refused where one of them is gone
 */
export async function lockLink(tx: Tx, { restaurant_id: restaurantId, id }: LinkRow, now: Date): Promise<void> {
  const provider = await tx
    .selectFrom('company_providers')
    .select('is_on')
    .where('restaurant_id', '=', restaurantId)
    .forShare()
    .executeTakeFirst();
  if (provider?.is_on !== true) throw new Refusal('auth.company_refused');
  const locked = await tx
    .updateTable('company_links')
    .set({ refused_at: null, confirmed_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (locked === undefined) throw new Refusal('auth.company_refused');
}

/** Notes that the provider still says yes to the person, at most once an hour. */
export async function noteConfirmed(
  tx: Tx,
  { restaurantId, linkId }: { restaurantId: RestaurantId; linkId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('company_links')
    .set({ confirmed_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', linkId)
    .where((eb) =>
      eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '<', new Date(now.getTime() - 60 * MINUTE))]),
    )
    .execute();
}

/** Keeps what the provider is asked with whether the person still works there. */
export async function keepRefreshToken(
  tx: Tx,
  config: Pick<Config, 'secret'>,
  { restaurant_id: restaurantId, id: linkId }: LinkRow,
  { tokenHash, refreshToken }: { tokenHash: Buffer; refreshToken: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('company_sessions')
    .values({
      restaurant_id: restaurantId,
      token_hash: tokenHash,
      link_id: linkId,
      sealed: sealForCompany(config, tokenHash.toString('hex'), refreshToken),
      confirmed_at: now,
      next_check_at: new Date(now.getTime() + limits.companyCheckSeconds * 1000),
    })
    .execute();
}
