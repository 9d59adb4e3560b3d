import { type Selectable, sql } from 'kysely';
import type { Language } from '#contract/base/enumerations.ts';
import type { OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { newId } from '#server/db/new-id.ts';
import type { Schema } from '#server/db/schema.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Role } from '#contract/base/enumerations.ts';

export type User = Selectable<Schema['users']>;

/** A person's name in the audit log and on screens. */
export function fullName({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`;
}

interface NewUser {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  /** The dial code, such as '+971'. */
  countryCode: string;
  mobileNumber: string;
  /** Null or undefined: English. */
  language?: Language | null | undefined;
  userType: User['user_type'];
}

/** The key under which two spellings of one email are the same account (R7). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const user = await db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
  return user ?? null;
}

export function getUser(db: Db, id: UserId): Promise<User> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The new user; null when the email already has an account, also when two are created at once. */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<User | null> {
  const inserted = await db
    .insertInto('users')
    .values({
      id: newId<UserId>(),
      email: user.email.trim(),
      email_key: emailKey(user.email),
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      country_code: user.countryCode,
      mobile_number: user.mobileNumber,
      ...(user.language != null && { language: user.language }),
      user_type: user.userType,
      disabled_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

/** A restaurant that a person works in, with their role. */
export interface Workplace {
  role: Role;
  /** Null means all outlets. */
  outletIds: OutletId[] | null;
  restaurant: Selectable<Schema['restaurants']>;
}

/** A merchant's place of work: the given restaurant, or the one joined first; null for none. */
export function findWorkplace(db: Db, userId: UserId, restaurantId?: RestaurantId): Promise<Workplace | null> {
  return platformTransaction(db, 'sign-in', (tx) => readWorkplace(tx, userId, restaurantId));
}

/** The same in a platform transaction that is open. */
export async function readWorkplace(tx: Tx, userId: UserId, restaurantId?: RestaurantId): Promise<Workplace | null> {
  const found = await tx
    .selectFrom('memberships')
    .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurant_id')
    .selectAll('restaurants')
    .select(['memberships.role', 'memberships.outlet_ids'])
    .where('memberships.user_id', '=', userId)
    .$if(restaurantId !== undefined, (query) => query.where('restaurants.id', '=', restaurantId!))
    .orderBy('memberships.created_at')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { role, outlet_ids: outletIds, ...restaurant } = found;
  return { role, outletIds, restaurant };
}

/** Needs no tenant: the table of restaurants is open to every transaction. */
export function getRestaurant(db: Db, id: RestaurantId): Promise<Selectable<Schema['restaurants']>> {
  return db.selectFrom('restaurants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Locks an account whose password, code or passkey was checked, as the first statement of what follows from it: sign-ins, proven changes
 * and new passwords of one account wait for each other here.
 * @param user the account as it was when it was checked.
 * @returns false where it has another password or a second factor by now, or is disabled.
 */
export async function lockUnchanged(tx: Tx, user: Pick<User, 'id' | 'password_version'>): Promise<boolean> {
  const unchanged = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_version', '=', user.password_version)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return unchanged !== undefined;
}

/** Stores the hash of a new password. What was checked with the old one is refused from now on: see `lockUnchanged`. */
export async function setPassword(tx: Tx, userId: UserId, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ password_hash: passwordHash, password_version: eb('password_version', '+', 1), updated_at: now }))
    .where('id', '=', userId)
    .execute();
}

/** Refuses the sign-ins that are on their way with the present password, as `setPassword` does: it is not enough any more. */
export async function voidSignIns(tx: Tx, userId: UserId): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ password_version: eb('password_version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Replaces the email of an account. @returns false when another account has it; where it got it at this moment, the transaction is lost. */
export async function setEmail(tx: Tx, userId: UserId, email: string, now: Date): Promise<boolean> {
  const key = emailKey(email);
  const updated = await tx
    .updateTable('users')
    .set({ email: email.trim(), email_key: key, updated_at: now })
    .where('id', '=', userId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as other')
            .select('other.id')
            .where('other.email_key', '=', key)
            .where('other.id', '<>', userId),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      return null;
    });
  return updated !== null && updated.numUpdatedRows > 0n;
}

/** Writes to the person in this language from now on. */
export async function setLanguage(db: Db, userId: UserId, language: Language, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ language, updated_at: now })
    .where('id', '=', userId)
    .where('language', '<>', language)
    .execute();
}

/** Keeps a user from signing in, with the reason; null lets them again. Their sessions are the caller's to end. */
export async function setDisabled(tx: Tx, userId: UserId, reason: string | null, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled_at: reason === null ? null : now, disabled_reason: reason ?? '', updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Deletes the merchants who work in this restaurant and nowhere else. */
export async function deleteUsersOf(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await sql`
    delete from users where user_type = 'merchant'
      and id in (select user_id from memberships where restaurant_id = ${restaurantId})
      and not exists (
        select from memberships elsewhere where elsewhere.user_id = users.id and elsewhere.restaurant_id <> ${restaurantId})
  `.execute(tx);
}
