import { fieldProblem } from '#contract/base/field-problems.ts';
import type { Role } from '#contract/base/enumerations.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Proof, Prover } from '#server/modules/accounts/second-factor/require-proof.ts';

/** A role to be given, and the proof that the role of owner takes. */
export interface GivenRole extends Partial<Proof> {
  role: Role;
}

/**
 * Makes a change of people in one transaction; one that makes somebody an owner takes the proof.
 * @throws request.invalid without a password, else as `withProof`
 */
export function withOwnerProof<T>(
  { db, withProof }: Pick<Deps, 'db' | 'withProof'>,
  by: Prover,
  { role, password, code }: GivenRole,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (role !== 'owner') return transaction(db, by.restaurantId, change);
  if (by.isShared) throw new Refusal('auth.shared_device');
  if (password === undefined) throw new Refusal('request.invalid', undefined, { password: fieldProblem('required') });
  return withProof(by, { password, code }, change);
}
