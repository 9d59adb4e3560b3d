import { limits } from '#contract/base/limits.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isCommonPassword, type OwnerFacts } from './common-passwords.ts';

/** @throws auth.weak_password unless the password has 8 to 128 code points and is not a common one (R2). */
export function requireStrongPassword(password: string, owner: OwnerFacts): void {
  const reason = findWeakness(password, owner);
  if (reason !== null) throw new Refusal('auth.weak_password', undefined, { password: reason });
}

function findWeakness(password: string, owner: OwnerFacts): string | null {
  const length = Array.from(password).length;
  if (length < limits.passwordMin) return `Use at least ${limits.passwordMin} characters`;
  if (length > limits.passwordMax) return `Use at most ${limits.passwordMax} characters`;
  return isCommonPassword(password, owner) ? 'This password is easy to guess. Choose another one' : null;
}
