import { fieldProblem } from '#contract/base/field-problems.ts';
import type { FactorState, NewFactor } from '#contract/accounts/second-factor.ts';
import type { UserId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Config } from '#server/config.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  describeSecret,
  hashRecoveryCode,
  isAppCode,
  newRecoveryCodes,
  newSecret,
  normalCode,
  sealSecret,
  findTimeStep,
  unsealSecret,
} from './one-time-codes.ts';
import type { User } from '../queries.ts';

type SecretConfig = Pick<Config, 'secret'>;

/** Whether and why the password alone is not enough: the account has a second factor, or must have one. */
export async function neededFactorStep(
  db: Db,
  { mode }: Pick<Config, 'mode'>,
  user: User,
): Promise<'code' | 'set-up' | null> {
  if (await hasFactor(db, user.id)) return 'code';
  // A person who tries the product has no authenticator app at hand.
  const isExempt = user.is_demo && mode !== 'production';
  return user.user_type === 'admin' && !isExempt ? 'set-up' : null;
}

async function hasFactor(db: Db, userId: UserId): Promise<boolean> {
  const found = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function readFactor(db: Db, user: Pick<User, 'id' | 'user_type'>): Promise<FactorState> {
  const factor = await db
    .selectFrom('second_factors')
    .select((eb) => [
      'confirmed_at',
      eb
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .whereRef('recovery_codes.user_id', '=', 'second_factors.user_id')
        .as('left'),
    ])
    .where('user_id', '=', user.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return {
    since: factor?.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: factor?.left ?? 0,
    isMandatory: user.user_type === 'admin',
  };
}

/**
 * Creates a secret, which counts once a code has proven it; an earlier unproven one is void.
 * @param setByToken whether a token of the command line allowed it.
 * @throws auth.factor_on
 */
export async function beginFactor(
  db: Db,
  config: SecretConfig,
  user: User,
  now: Date,
  setByToken = false,
): Promise<NewFactor> {
  const secret = newSecret();
  const sealed = sealSecret(config.secret, user.id, secret);
  const values = { sealed, created_at: now, last_step: 0, set_by_token: setByToken };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ user_id: user.id, confirmed_at: null, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('auth.factor_on');
  return describeSecret(secret, user.email);
}

/**
 * Turns the factor on when the code belongs to its secret.
 * @returns the recovery codes, which are stored only as hashes.
 * @throws auth.wrong_code, auth.factor_unreadable, auth.factor_on, auth.factor_off
 */
export async function proveFactor(
  tx: Tx,
  config: SecretConfig,
  userId: UserId,
  code: string,
  now: Date,
): Promise<string[]> {
  const factor = await tx
    .selectFrom('second_factors')
    .select(['sealed', 'confirmed_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (factor === undefined) throw new Refusal('auth.factor_off');
  if (factor.confirmed_at !== null) throw new Refusal('auth.factor_on');
  const step = findTimeStep(unsealFactor(config, userId, factor.sealed), normalCode(code), now);
  if (step === null) throw wrongCode();
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .execute();
  return writeRecoveryCodes(tx, config, userId);
}

/** Replaces the recovery codes by new ones. */
export async function writeRecoveryCodes(tx: Tx, config: SecretConfig, userId: UserId): Promise<string[]> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const codes = newRecoveryCodes();
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(config.secret, userId, code) }));
  await tx.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/**
 * Uses up a code of the app or a recovery code: only the first of several parallel callers with one code passes.
 * @returns the kind of code.
 * @throws auth.wrong_code, auth.factor_unreadable, auth.factor_off
 */
export async function consumeCode(
  tx: Tx,
  config: SecretConfig,
  userId: UserId,
  typedCode: string,
  now: Date,
): Promise<'code' | 'recovery code'> {
  const code = normalCode(typedCode);
  const factor = await tx
    .selectFrom('second_factors')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (factor === undefined) throw new Refusal('auth.factor_off');
  if (!isAppCode(code)) {
    const { numDeletedRows } = await tx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashRecoveryCode(config.secret, userId, code))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw wrongCode();
    return 'recovery code';
  }
  const step = findTimeStep(unsealFactor(config, userId, factor.sealed), code, now);
  if (step === null) throw wrongCode();
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw wrongCode();
  return 'code';
}

/** @returns whether there was one. */
export async function deleteFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await tx.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a secret that no code has proven yet: whoever has seen it could still turn the factor on. */
export async function deleteUnprovenFactor(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute();
}

/** Takes every second factor off: the secret that they were sealed with is gone. */
export async function deleteAllFactors(tx: Tx): Promise<void> {
  await tx.deleteFrom('recovery_codes').execute();
  await tx.deleteFrom('second_factors').execute();
}

/** @throws auth.factor_unreadable when the factor was sealed with another secret. */
function unsealFactor(config: SecretConfig, userId: UserId, sealed: Buffer): Buffer {
  try {
    return unsealSecret(config.secret, userId, sealed);
  } catch {
    throw new Refusal('auth.factor_unreadable');
  }
}

export function wrongCode(problem = fieldProblem('account.code_wrong')): Refusal {
  return new Refusal('auth.wrong_code', undefined, { code: problem });
}
