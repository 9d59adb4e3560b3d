import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findWorkplace, readWorkplace, type User, type Workplace } from '../queries.ts';
import { isInDomains } from './providers.ts';

/** A person who works in a restaurant, or is about to. */
type Worker = Pick<User, 'id' | 'email_key'>;

/**
 * The restaurant that a sign-in opens: with `restaurantId` that one; else the one joined first of those that the person may enter
 * without the company.
 * @throws auth.company_required where there are only others
 */
export async function findOpenWorkplace(db: Db, user: Worker, restaurantId?: RestaurantId): Promise<Workplace | null> {
  if (restaurantId !== undefined) return findWorkplace(db, user.id, restaurantId);
  return platformTransaction(db, 'sign-in', async (tx) => {
    const joined = await tx
      .selectFrom('memberships')
      .select(['restaurant_id', 'role'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute();
    for (const { restaurant_id: id, role } of joined)
      if (!(await mustUseCompany(tx, id, user, role))) return readWorkplace(tx, user.id, id);
    if (joined.length > 0) throw new Refusal('auth.company_required');
    return null;
  });
}

/**
 * Asked again in the transaction that begins the session. The row stays locked until then, so that an owner who requires the company
 * meanwhile ends this session as well.
 * @throws auth.company_required
 */
export async function requireNoCompany(
  tx: Tx,
  user: Worker,
  { role, restaurant }: Pick<Workplace, 'role'> & { restaurant: { id: RestaurantId } },
): Promise<void> {
  if (await mustUseCompany(tx, restaurant.id, user, role)) throw new Refusal('auth.company_required');
}

/** Owners never must: they are the ones who can put a provider right. */
export async function mustUseCompany(
  tx: Tx,
  restaurantId: RestaurantId,
  user: Worker,
  role: Workplace['role'],
): Promise<boolean> {
  if (role === 'owner') return false;
  const provider = await tx
    .selectFrom('company_providers')
    .select(['domains', 'is_required'])
    .where('restaurant_id', '=', restaurantId)
    .forShare()
    .executeTakeFirst();
  if (provider?.is_required !== true) return false;
  return isInDomains(user.email_key, provider.domains) || (await isLinked(tx, restaurantId, user));
}

async function isLinked(tx: Tx, restaurantId: RestaurantId, { id }: Worker): Promise<boolean> {
  const link = await tx
    .selectFrom('company_links')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('user_id', '=', id)
    .executeTakeFirst();
  return link !== undefined;
}

/** Whether the provider has refused the person since they last signed in there. On a shared tablet their PIN opens nothing then. */
export async function isRefusedByCompany(tx: Tx, restaurantId: RestaurantId, userId: User['id']): Promise<boolean> {
  const refused = await tx
    .selectFrom('company_links')
    .innerJoin('company_providers', 'company_providers.restaurant_id', 'company_links.restaurant_id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.restaurant_id', '=', 'company_links.restaurant_id')
        .onRef('memberships.user_id', '=', 'company_links.user_id'),
    )
    .select('company_links.id')
    .where('company_links.restaurant_id', '=', restaurantId)
    .where('company_links.user_id', '=', userId)
    .where('is_required', '=', true)
    .where('refused_at', 'is not', null)
    .where('role', '<>', 'owner')
    .executeTakeFirst();
  return refused !== undefined;
}
