import { type RawBuilder, sql } from 'kysely';
import type { RestaurantStatus } from '#contract/base/enumerations.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

export interface RestaurantRow {
  id: RestaurantId;
  name: string;
  slug: string;
  outlet_band: string;
  outlet_count: number;
  country: string;
  informer: string;
  status: RestaurantStatus;
  status_reason: string;
  closed_at: Date | null;
  erase_at: Date | null;
  owner_name: string | null;
  owner_email: string | null;
  owner_verified_at: Date | null;
  invited_owner: string | null;
  created_at: Date;
}

/** All restaurants, the newest first, or one. Needs a platform transaction. */
export async function listRestaurants(tx: Tx, id?: RestaurantId): Promise<RestaurantRow[]> {
  const { rows } = await sql<Omit<RestaurantRow, 'outlet_count'>>`
    select restaurants.id, restaurants.name, slug, outlet_band, country, informer, status, status_reason, closed_at, erase_at, owner_verified_at, created_at,
      owner.name as owner_name, owner.email as owner_email,
      (select email from invitations where restaurant_id = restaurants.id and role = 'owner'
        order by created_at desc limit 1) as invited_owner
    from restaurants
    left join lateral (
      select first_name || ' ' || last_name as name, email
      from memberships join users on users.id = memberships.user_id
      where memberships.restaurant_id = restaurants.id and memberships.role = 'owner'
      order by memberships.created_at limit 1
    ) owner on true
    where ${isOne('restaurants', id)}
    order by created_at desc, restaurants.id`.execute(tx);
  const counts = await tx
    .selectFrom('outlets')
    .select(({ fn }) => ['restaurant_id', fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, (outlets) => outlets.where('restaurant_id', '=', id!))
    .groupBy('restaurant_id')
    .execute();
  const outlets = new Map(counts.map(({ restaurant_id, count }) => [restaurant_id, count]));
  return rows.map((row) => ({ ...row, outlet_count: outlets.get(row.id) ?? 0 }));
}

export interface UserRow {
  id: UserId;
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  country_code: string;
  mobile_number: string;
  user_type: 'merchant' | 'admin';
  restaurants: string[];
  sessions: number;
  disabled_at: Date | null;
  disabled_reason: string;
  created_at: Date;
  updated_at: Date;
}

/** All users, the newest first, or one. Needs a platform transaction. */
export async function listUsers(tx: Tx, now: Date, id?: UserId): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select users.id, first_name, last_name, email, country_code, mobile_number, user_type, disabled_at, disabled_reason,
      users.created_at, users.updated_at, coalesce(work.country, '') as country,
      coalesce(work.restaurants, '[]') as restaurants,
      (select count(*)::int from sessions where user_id = users.id and expires_at > ${now}) as sessions
    from users
    left join lateral (
      select json_agg(restaurants.name order by memberships.created_at) as restaurants,
        (array_agg(restaurants.country order by memberships.created_at))[1] as country
      from memberships join restaurants on restaurants.id = memberships.restaurant_id
      where memberships.user_id = users.id
    ) work on true
    where ${isOne('users', id)}
    order by users.created_at desc, users.id`.execute(tx);
  return rows;
}

function isOne(table: 'restaurants' | 'users', id: string | undefined): RawBuilder<unknown> {
  return id === undefined ? sql`true` : sql`${sql.ref(`${table}.id`)} = ${id}`;
}

/** The restaurants where a user works, whose audit logs record changes to the account. */
export async function listWorkplaces(tx: Tx, userId: UserId): Promise<RestaurantId[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('restaurant_id')
    .where('user_id', '=', userId)
    .orderBy('restaurant_id')
    .execute();
  return rows.map(({ restaurant_id }) => restaurant_id);
}
