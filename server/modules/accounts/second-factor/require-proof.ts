import type { PasskeyAnswer } from '#contract/accounts/passkey-json.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getUser, lockUnchanged, type User } from '../queries.ts';
import { requirePassword, wrongPassword } from '../passwords/require-password.ts';
import { verifyPasskey } from '../passkeys/verify-passkey.ts';
import { neededFactorStep, consumeCode, wrongCode } from './second-factor.ts';
import { countCode, countPasskeyTry } from '../sign-in/sign-in-limits.ts';

type ProofDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>;

/** A signed-in person, at a device. */
interface Person {
  userId: UserId;
  isShared: boolean;
  clientAddress: string;
}

export interface Prover extends Person {
  restaurantId: RestaurantId;
}

/** The password, and a code where the account has a second factor; or a passkey. */
export interface Proof {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

export type WithProof = <T>(by: Prover, proof: Proof, change: (tx: Tx) => Promise<T>) => Promise<T>;

/** `makeProvenChange` in one transaction of the restaurant. */
export function openWithProof(deps: ProofDeps): WithProof {
  return (by, proof, change) =>
    makeProvenChange(deps, by, proof, (work) => transaction(deps.db, by.restaurantId, work), change);
}

/**
 * Makes a change that neither a slip nor a stranger at an unlocked screen may cause: the person gives the password and,
 * when the account has a second factor, a code; or a passkey. `open` runs change and code in one transaction. A shared
 * tablet is refused, because those who use it would see the password typed. So is a proof by an account that got another password before the
 * change is made: the sessions from before it have ended.
 * @throws auth.shared_device, request.invalid without a proof, auth.wrong_password, auth.wrong_code, auth.passkey_refused,
 *   auth.too_many_tries, server.unavailable
 */
export async function makeProvenChange<T>(
  deps: ProofDeps,
  { userId, isShared, clientAddress }: Person,
  { password, code, passkey }: Proof,
  open: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { db, config, clock } = deps;
  if (isShared) throw new Refusal('auth.shared_device');
  const now = clock();
  const user = await getUser(db, userId);
  const openUnchanged = (changedMeanwhile: Refusal, work: (tx: Tx) => Promise<T>) =>
    open(async (tx) => {
      if (!(await lockUnchanged(tx, user))) throw changedMeanwhile;
      return work(tx);
    });
  if (passkey !== undefined) {
    await requirePasskey(deps, user, passkey, clientAddress);
    return openUnchanged(passkeyRefused(), change);
  }
  if (password === undefined) throw new Refusal('request.invalid', undefined, { password: fieldProblem('required') });
  await requirePassword(deps, user, password, clientAddress);
  if ((await neededFactorStep(db, config, user)) === null) return openUnchanged(wrongPassword(), change);
  if (code === undefined) throw wrongCode(fieldProblem('account.code_missing'));
  const guess = await countCode(db, config, user.email, clientAddress, now);
  const changed = await openUnchanged(wrongPassword(), async (tx) => {
    await consumeCode(tx, config, user.id, code, now);
    return change(tx);
  });
  await guess.wasRight();
  return changed;
}

/** @throws auth.passkey_refused, auth.too_many_tries */
async function requirePasskey(
  { db, config, clock }: ProofDeps,
  user: User,
  passkey: PasskeyAnswer,
  clientAddress: string,
): Promise<void> {
  const tried = await countPasskeyTry(db, config, clientAddress, clock());
  const { isRight } = await verifyPasskey({ db, config }, 'proof', user.id, passkey, clock());
  if (!isRight) throw passkeyRefused();
  await tried.wasRight(user.email);
}

function passkeyRefused(): Refusal {
  return new Refusal('auth.passkey_refused');
}
