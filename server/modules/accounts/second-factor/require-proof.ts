import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getUser } from '../queries.ts';
import { requirePassword } from '../passwords/require-password.ts';
import { neededFactorStep, consumeCode, wrongCode } from './second-factor.ts';
import { countCode } from '../sign-in/sign-in-limits.ts';

/** A signed-in person, at a device. */
export interface Prover {
  restaurantId: RestaurantId;
  userId: UserId;
  isShared: boolean;
  clientAddress: string;
}

export interface Proof {
  password: string;
  /** Required when the account has a second factor. */
  code?: string | undefined;
}

export type WithProof = <T>(by: Prover, proof: Proof, change: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Makes a change that neither a slip nor a stranger at an unlocked screen may cause: the person gives the password and,
 * when the account has a second factor, a code. Change and code are in one transaction of the restaurant. A shared
 * tablet is refused, because those who use it would see the password typed.
 * @throws auth.shared_device, auth.wrong_password, auth.wrong_code, auth.too_many_tries, server.unavailable
 */
export function openWithProof(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>): WithProof {
  const { db, config, clock } = deps;
  return async ({ restaurantId, userId, isShared, clientAddress }, { password, code }, change) => {
    if (isShared) throw new Refusal('auth.shared_device');
    const now = clock();
    const user = await getUser(db, userId);
    await requirePassword(deps, user, password, clientAddress);
    if ((await neededFactorStep(db, config, user)) === null) return transaction(db, restaurantId, change);
    if (code === undefined) throw wrongCode(fieldProblem('account.code_missing'));
    const guess = await countCode(db, config, user.email, clientAddress, now);
    const changed = await transaction(db, restaurantId, async (tx) => {
      await consumeCode(tx, config, user.id, code, now);
      return change(tx);
    });
    await guess.wasRight();
    return changed;
  };
}
