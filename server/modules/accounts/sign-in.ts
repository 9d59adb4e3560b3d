import type { SignedIn } from '#contract/accounts.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Passwords } from './passwords.ts';
import { findUserByEmail, findWorkplace, type User } from './queries.ts';
import { createSession, type SessionOwner } from './sessions.ts';
import { countGuess } from './sign-in-limits.ts';
import { accountOnWire } from './wire.ts';

/** Where a call came from, as far as proxies are trusted, and what it says it is. */
export interface Client {
  clientAddress: string;
  userAgent: string;
}

/**
 * Signs a merchant or an admin in (core-setup 7; R3, R4). That an account is not there and that its password is another take the
 * same way: the same queries, one hash, the same answer.
 * @throws auth.wrong_credentials, auth.too_many_tries, server.unavailable
 */
export async function signIn(
  { db, config, clock, passwords }: Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>,
  { email, password }: { email: string; password: string },
  { clientAddress, userAgent }: Client,
): Promise<SignedIn> {
  const now = clock();
  const guess = await countGuess(db, config, email, clientAddress, now);
  const user = await findUserByEmail(db, email);
  const isRight = await passwords
    .verify(user?.password_hash ?? null, password, guess.isKnownAddress)
    .catch(async (error: unknown) => {
      await guess.wasNotTried();
      throw error;
    });
  if (user === null || !isRight || user.disabled_at !== null) throw new Refusal('auth.wrong_credentials');
  await guess.wasRight();
  await renewHash(db, passwords, user, password, now);
  return beginSession(db, user, userAgent, now);
}

/** Parameters rise over the years; a password is in hand only now (R1). */
async function renewHash(db: Db, passwords: Passwords, user: User, password: string, now: Date): Promise<void> {
  if (!passwords.isOutdated(user.password_hash)) return;
  await db
    .updateTable('users')
    .set({ password_hash: await passwords.hash(password, true), updated_at: now })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute();
}

/** Refuses when the password has been changed since it was looked at: that ended all sessions, and this one would live on (R10). */
async function beginSession(db: Db, user: User, userAgent: string, now: Date): Promise<SignedIn> {
  const workplace = user.user_type === 'admin' ? null : await findWorkplace(db, user.id);
  if (user.user_type === 'merchant' && workplace === null) throw new Refusal('auth.forbidden');
  const owner: SessionOwner =
    workplace === null
      ? { kind: 'admin', userId: user.id }
      : { kind: 'merchant', userId: user.id, restaurantId: workplace.restaurant.id };
  const token = await platformTransaction(db, 'sign-in', async (tx) => {
    const unchanged = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_version', '=', user.password_version)
      .forShare()
      .executeTakeFirst();
    return unchanged && createSession(tx, owner, now, userAgent);
  });
  if (token === undefined) throw new Refusal('auth.wrong_credentials');
  return { token: { token }, ...accountOnWire(user, workplace) };
}
