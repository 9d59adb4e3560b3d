import type { Role } from '#contract/base/enumerations.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { readWorkplace, type User, type Workplace } from '../queries.ts';
import { findLinkOf, type LinkRow } from './links.ts';
import { isInDomains } from './providers.ts';

/** A person who works in a restaurant, or is about to. */
type Worker = Pick<User, 'id' | 'email_key'>;

/**
 * The restaurant that a sign-in opens: with `companyOf` that one; else the one joined first of those that the person may enter without
 * the company. Membership and provider stay locked until the session exists, so that whoever changes the role, removes the person or
 * requires the company meanwhile ends this session as well.
 * @throws auth.company_required where there are only others
 */
export async function lockOpenWorkplace(tx: Tx, user: Worker, companyOf?: RestaurantId): Promise<Workplace | null> {
  const joined = await tx
    .selectFrom('memberships')
    .select('restaurant_id')
    .where('user_id', '=', user.id)
    .$if(companyOf !== undefined, (query) => query.where('restaurant_id', '=', companyOf!))
    .orderBy('created_at')
    .execute();
  let isRefused = false;
  for (const { restaurant_id: id } of joined) {
    const role = await lockRole(tx, id, user.id);
    if (role === null) continue;
    if (companyOf !== undefined || !(await mustUseCompany(tx, id, user, role))) return readWorkplace(tx, user.id, id);
    isRefused = true;
  }
  if (isRefused) throw new Refusal('auth.company_required');
  return null;
}

/** The stronger of the locks that let sign-ins be: two at once wait for each other instead of both wanting to write the row. */
async function lockRole(tx: Tx, restaurantId: RestaurantId, userId: UserId): Promise<Role | null> {
  const member = await tx
    .selectFrom('memberships')
    .select('role')
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return member?.role ?? null;
}

/** Owners never must: they are the ones who can put a provider right. */
export async function mustUseCompany(tx: Tx, restaurantId: RestaurantId, user: Worker, role: Role): Promise<boolean> {
  if (role === 'owner') return false;
  const domains = await lockRequiredDomains(tx, restaurantId);
  if (domains === null) return false;
  return isInDomains(user.email_key, domains) || (await findLinkOf(tx, restaurantId, user.id)) !== null;
}

/** The domains of a company that is required, null where none is. */
async function lockRequiredDomains(tx: Tx, restaurantId: RestaurantId): Promise<string[] | null> {
  const provider = await tx
    .selectFrom('company_providers')
    .select(['domains', 'is_required'])
    .where('restaurant_id', '=', restaurantId)
    .forShare()
    .executeTakeFirst();
  return provider?.is_required === true ? provider.domains : null;
}

/**
 * Whether a person's PIN opens no shared tablet: the company is required of them, and has not confirmed them for a week, or has refused
 * them since. Nobody asks about a person who has no session, so a PIN alone would outlive their leaving.
 */
export async function isPinRefused(tx: Tx, restaurantId: RestaurantId, userId: UserId, now: Date): Promise<boolean> {
  const member = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'email_key', 'role'])
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (member === undefined) return true;
  if (!(await mustUseCompany(tx, restaurantId, member, member.role))) return false;
  const link = await findLinkOf(tx, restaurantId, userId);
  return link === null || link.refused_at !== null || !isFresh(link, now);
}

function isFresh({ confirmed_at, linked_at }: LinkRow, now: Date): boolean {
  return now.getTime() - (confirmed_at ?? linked_at).getTime() < limits.companyPinDays * DAY;
}
