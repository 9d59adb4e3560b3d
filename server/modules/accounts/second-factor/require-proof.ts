import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { User } from '../queries.ts';
import { requirePassword } from '../passwords/require-password.ts';
import { neededFactorStep, consumeCode, wrongCode } from './second-factor.ts';
import { countCode } from '../sign-in/sign-in-limits.ts';

interface Proof {
  password: string;
  /** Required when the account has a second factor. */
  code?: string | undefined;
}

/**
 * Makes a change that no slip may cause: the person gives the password and, when the account has a second factor, a
 * code. Change and code are in one transaction of the restaurant.
 * @throws auth.wrong_password, auth.wrong_code, auth.too_many_tries, server.unavailable
 */
export async function withProof<T>(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>,
  { user, restaurantId, clientAddress }: { user: User; restaurantId: RestaurantId; clientAddress: string },
  { password, code }: Proof,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { db, config } = deps;
  const now = deps.clock();
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
}
