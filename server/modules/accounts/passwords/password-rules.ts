import { type FieldProblem, fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isCommonPassword, type OwnerFacts } from './common-passwords.ts';

/** @throws auth.weak_password unless the password has 8 to 128 code points and is not a common one (R2). */
export async function requireStrongPassword(password: string, owner: OwnerFacts): Promise<void> {
  const problem = await findWeakness(password, owner);
  if (problem !== null) throw new Refusal('auth.weak_password', undefined, { password: problem });
}

async function findWeakness(password: string, owner: OwnerFacts): Promise<FieldProblem | null> {
  const length = Array.from(password).length;
  if (length < limits.passwordMin) return fieldProblem('too_short', { least: limits.passwordMin });
  if (length > limits.passwordMax) return fieldProblem('too_long', { most: limits.passwordMax });
  return (await isCommonPassword(password, owner)) ? fieldProblem('account.password_common') : null;
}
