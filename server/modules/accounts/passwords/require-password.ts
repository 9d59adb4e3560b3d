import { fieldProblem } from '#contract/base/field-problems.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { User } from '../queries.ts';
import { countGuess } from '../sign-in/sign-in-limits.ts';

/**
 * Refuses a signed-in person who does not know the password of their account. Guesses are counted like those at a
 * sign-in. `field` names the form's field with the password.
 * @throws auth.wrong_password, auth.too_many_tries, server.unavailable
 */
export async function requirePassword(
  { db, config, clock, passwords }: Pick<Deps, 'db' | 'config' | 'clock' | 'passwords'>,
  user: User,
  password: string,
  clientAddress: string,
  field = 'password',
): Promise<void> {
  const guess = await countGuess(db, config, user.email, clientAddress, clock());
  const isRight = await passwords.verify(user.password_hash, password, true).catch(async (error: unknown) => {
    await guess.wasNotTried();
    throw error;
  });
  if (!isRight) throw wrongPassword(field);
  await guess.wasRight();
}

export function wrongPassword(field = 'password'): Refusal {
  return new Refusal('auth.wrong_password', undefined, { [field]: fieldProblem('account.password_wrong') });
}
