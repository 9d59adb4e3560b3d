/** Sign-ins on their way. What a browser or a mail carries is stored as a hash, and good once. */
import type { Selectable } from 'kysely';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import type { Schema } from '#server/db/schema.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { hashToken, newToken } from '../sessions/sessions.ts';
import { sealForCompany, unsealForCompany } from './providers.ts';

type SignInRow = Selectable<Schema['company_sign_ins']>;
type Step = SignInRow['step'];

interface NewStep {
  restaurantId: RestaurantId;
  step: Step;
  /** Null: the link of a mail, which any browser may open. */
  browserKey: string | null;
  userId?: UserId | null;
  /** Kept sealed. */
  content?: object;
  seconds: number;
}

/** @returns the token, which is stored nowhere. A `state` has to be known before. */
export async function createStep(
  tx: Tx,
  config: Pick<Config, 'secret'>,
  { restaurantId, step, browserKey, userId = null, content, seconds }: NewStep,
  now: Date,
  token = newToken(),
): Promise<string> {
  const hash = hashToken(token);
  await tx
    .insertInto('company_sign_ins')
    .values({
      restaurant_id: restaurantId,
      token_hash: hash,
      step,
      browser_hash: browserKey === null ? null : hashToken(browserKey),
      user_id: userId,
      sealed: content === undefined ? null : sealForCompany(config, rowName(hash), JSON.stringify(content)),
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .execute();
  return token;
}

interface StepKeys {
  restaurantId: RestaurantId;
  step: Step;
  token: string;
  browserKey: string;
}

/** Finds a step without using it up. */
export function findStep(tx: Tx, { restaurantId, step, token, browserKey }: StepKeys, now: Date) {
  return tx
    .selectFrom('company_sign_ins')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('token_hash', '=', hashToken(token))
    .where('step', '=', step)
    .where('browser_hash', '=', hashToken(browserKey))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a step up, for the browser that began it alone; exactly one of several parallel callers gets it. */
export async function consumeStep(
  tx: Tx,
  { restaurantId, step, token, browserKey }: StepKeys,
  now: Date,
): Promise<SignInRow | null> {
  const row = await tx
    .deleteFrom('company_sign_ins')
    .where('restaurant_id', '=', restaurantId)
    .where('token_hash', '=', hashToken(token))
    .where('step', '=', step)
    .where('browser_hash', '=', hashToken(browserKey))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A mailed link, which says which restaurant it leads to. It is used up by the sign-in that it proves, and not on the way there. */
export async function findMailedLink(tx: Tx, token: string, now: Date): Promise<SignInRow | null> {
  const row = await tx
    .selectFrom('company_sign_ins')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('step', '=', 'mailed')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a mailed link up; exactly one of several parallel callers gets true. `hash` is the hash of its token, in hex. */
export async function consumeMailedLink(
  tx: Tx,
  { restaurantId, userId, hash }: { restaurantId: RestaurantId; userId: UserId; hash: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('company_sign_ins')
    .where('restaurant_id', '=', restaurantId)
    .where('token_hash', '=', Buffer.from(hash, 'hex'))
    .where('step', '=', 'mailed')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @throws when it was sealed with another SECRET. */
export function contentOf(config: Pick<Config, 'secret'>, { token_hash, sealed }: SignInRow): unknown {
  return JSON.parse(unsealForCompany(config, rowName(token_hash), sealed!));
}

function rowName(hash: Buffer): string {
  return hash.toString('hex');
}

export async function removeExpiredCompanySignIns(db: Db, now: Date): Promise<void> {
  await platformTransaction(db, 'clean-up', (tx) =>
    tx.deleteFrom('company_sign_ins').where('expires_at', '<=', now).execute(),
  );
}
