import type { Deps } from '#server/deps.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { UserId } from '#contract/base/ids.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { forgetCallers } from '../sessions/find-caller.ts';
import { passwordChangedMail, passwordRecoveredMail } from '../mails.ts';
import { noteEmailProved } from '../email-verification/verify-email.ts';
import { requireStrongPassword } from './password-rules.ts';
import { removeOtherWaysIn } from './remove-other-ways-in.ts';
import { deleteReset, findUserByReset, consumeReset } from './password-resets.ts';
import { emailKey, findWorkplace, getUser, lockUnchanged, setPassword, type User } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { requirePassword, wrongPassword } from './require-password.ts';
import { rememberAddress } from '../sign-in/sign-in-limits.ts';

type ChangePasswordDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'streams'>;

/** A new password, typed twice. */
interface NewPassword {
  password: string;
  confirmPassword: string;
}

/**
 * Sets a new password with the token of a mailed link and the email of its account (R6). The token works once; all
 * sessions end, passkeys and links with companies are removed, nobody is signed in, and the owner is told by mail. A refused password does
 * not use the token up.
 * @throws auth.passwords_differ, auth.reset_link_invalid, auth.weak_password, server.unavailable
 */
export async function recoverPassword(
  deps: ChangePasswordDeps,
  form: NewPassword & { email: string; token: string },
  clientAddress: string,
  requestId: string,
): Promise<void> {
  requireSamePassword(form);
  const now = deps.clock();
  const user = await findUserByReset(deps.db, form.token, now);
  if (user === null || user.disabled_at !== null || user.email_key !== emailKey(form.email)) throw invalidLink();
  await writePassword(deps, user, form.password, {
    now,
    changedMeanwhile: invalidLink(),
    prepare: async (tx) => {
      if (!(await consumeReset(tx, form.token))) throw invalidLink();
      await removeOtherWaysIn(tx, deps, user, { requestId, at: now });
      await noteEmailProved(tx, user.id, requestId, now);
    },
    mail: passwordRecoveredMail,
  });
  // Reading the mail proves the owner, even after too many guesses by strangers (R4).
  await rememberAddress(deps.db, user.email, clientAddress, now);
}

/** The person and session that change a password. */
interface PasswordChanger {
  userId: UserId;
  tokenHash: Buffer;
}

/**
 * Sets a new password for a person who knows the current one. Guesses at the current one are counted like those at a
 * sign-in. All other sessions end, a mailed link is void, and the owner is told by mail. A change that is under way while the account is
 * recovered is refused, or it would undo the recovery.
 * @throws auth.passwords_differ, auth.wrong_password, auth.too_many_tries, auth.weak_password, server.unavailable
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  { userId, tokenHash }: PasswordChanger,
  form: NewPassword & { currentPassword: string },
  clientAddress: string,
): Promise<void> {
  requireSamePassword(form);
  const now = deps.clock();
  const user = await getUser(deps.db, userId);
  await requirePassword(deps, user, form.currentPassword, clientAddress, 'currentPassword');
  await writePassword(deps, user, form.password, {
    now,
    except: tokenHash,
    changedMeanwhile: wrongPassword('currentPassword'),
    prepare: (tx) => deleteReset(tx, user.id),
    mail: passwordChangedMail,
  });
}

interface PasswordWriting {
  now: Date;
  /** The session that stays open. */
  except?: Buffer;
  /** The refusal where the account got another password since it was read: a hash takes its time. */
  changedMeanwhile: Refusal;
  /** Runs in the transaction, before anything is written, and may refuse. */
  prepare: (tx: Tx) => Promise<void>;
  /** The notice to the owner. */
  mail: typeof passwordChangedMail;
}

async function writePassword(
  deps: ChangePasswordDeps,
  user: User,
  password: string,
  { now, except, changedMeanwhile, prepare, mail }: PasswordWriting,
) {
  const { db, config, passwords } = deps;
  await requireStrongPassword(password, await findOwnerFacts(deps, user));
  const passwordHash = await passwords.hash(password, true);
  const ended = await platformTransaction(db, 'sign-in', async (tx) => {
    if (!(await lockUnchanged(tx, user))) throw changedMeanwhile;
    await prepare(tx);
    await setPassword(tx, user.id, passwordHash, now);
    const content = mail(user, config.publicUrl);
    await sendMessage(tx, deps, { kind: 'password_changed', restaurantId: null, content });
    return endSessionsOf(tx, user.id, { except });
  });
  forgetCallers(deps, ended);
}

async function findOwnerFacts({ db }: Pick<Deps, 'db'>, user: User) {
  const workplace = await findWorkplace(db, user.id);
  return {
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    restaurant: workplace?.restaurant.name,
  };
}

function requireSamePassword({ password, confirmPassword }: NewPassword): void {
  if (password === confirmPassword) return;
  throw new Refusal('auth.passwords_differ', undefined, { confirmPassword: fieldProblem('account.passwords_differ') });
}

function invalidLink(): Refusal {
  return new Refusal('auth.reset_link_invalid');
}
