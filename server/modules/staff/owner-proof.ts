import type { Role } from '#contract/base/enumerations.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Proof, Prover } from '#server/modules/accounts/second-factor/require-proof.ts';

/** A role to be given, and the proof that the role of owner takes. */
export interface GivenRole extends Proof {
  role: Role;
}

/**
 * Makes a change of people in one transaction; one that makes somebody an owner takes the proof.
 * @throws as `withProof`
 */
export function withOwnerProof<T>(
  { db, withProof }: Pick<Deps, 'db' | 'withProof'>,
  by: Prover,
  { role, ...proof }: GivenRole,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (role !== 'owner') return transaction(db, by.restaurantId, change);
  return withProof(by, proof, change);
}
