import { type Selectable, sql } from 'kysely';
import type { InvitationId, OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { Schema } from '#server/db/schema.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Role } from '#contract/base/enumerations.ts';

export type InvitationRow = Selectable<Schema['invitations']>;

export interface ColleagueRow {
  id: UserId;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  outlet_ids: OutletId[] | null;
  created_at: Date;
  last_seen_at: Date | null;
}

/** The people who work in the restaurant, or one of them, in the order they came. */
export function listColleagues(tx: Tx, restaurantId: RestaurantId, userId?: UserId): Promise<ColleagueRow[]> {
  return tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select((eb) => [
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'memberships.role',
      'memberships.outlet_ids',
      'memberships.created_at',
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('sessions.last_seen_at').as('last'))
        .whereRef('sessions.user_id', '=', 'memberships.user_id')
        .whereRef('sessions.restaurant_id', '=', 'memberships.restaurant_id')
        .as('last_seen_at'),
    ])
    .where('memberships.restaurant_id', '=', restaurantId)
    .$if(userId !== undefined, (query) => query.where('memberships.user_id', '=', userId!))
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute();
}

/** Whether a person with the email works here; `emailKey` is normalised. */
export async function worksHere(tx: Tx, restaurantId: RestaurantId, emailKey: string): Promise<boolean> {
  const found = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.restaurant_id', '=', restaurantId)
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst();
  return found !== undefined;
}

/** Colleagues and invitations together. */
export async function countPeople(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  const { count } = await tx
    .selectNoFrom((eb) => [
      sql<number>`${eb
        .selectFrom('memberships')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('restaurant_id', '=', restaurantId)}::int + ${eb
        .selectFrom('invitations')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('restaurant_id', '=', restaurantId)}::int`.as('count'),
    ])
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the invitation until this transaction ends: one that is cancelled or accepted meanwhile is not found. */
export async function lockInvitation(
  tx: Tx,
  restaurantId: RestaurantId,
  id: InvitationId,
): Promise<InvitationRow | null> {
  const found = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** The invitations that are still valid, the newest first. */
export function listInvitations(tx: Tx, restaurantId: RestaurantId, now: Date): Promise<InvitationRow[]> {
  return tx
    .selectFrom('invitations')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function deleteInvitation(
  tx: Tx,
  restaurantId: RestaurantId,
  id: InvitationId,
): Promise<InvitationRow | null> {
  const deleted = await tx
    .deleteFrom('invitations')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return deleted ?? null;
}

export async function removeExpiredInvitations(db: Db, now: Date): Promise<void> {
  await platformTransaction(db, 'clean-up', (tx) =>
    tx.deleteFrom('invitations').where('expires_at', '<=', now).execute(),
  );
}
