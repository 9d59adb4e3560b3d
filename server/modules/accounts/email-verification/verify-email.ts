import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { noteProven } from '#server/modules/outlets/alert-contacts.ts';
import { isOwnerVerified, noteOwnerVerified } from '#server/modules/restaurants/owner-verification.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { consumeAll, counterKey } from '#server/rate-limits/rate-counters.ts';
import { emailTaken } from '../former-staff.ts';
import { deleteReset } from '../passwords/password-resets.ts';
import { fullName, getUser, setEmail } from '../queries.ts';
import type { Proof, Prover } from '../second-factor/require-proof.ts';
import { rememberAddress } from '../sign-in/sign-in-limits.ts';
import { consumeVerification, deleteVerification, listOwned, sendVerification } from './email-verifications.ts';

type VerificationDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/**
 * Takes the token of a mailed link: the restaurant of its owner is open from now on.
 * @throws auth.verify_link_invalid
 */
export async function verifyEmail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  requestId: string,
): Promise<void> {
  const now = clock();
  await platformTransaction(db, 'sign-in', async (tx) => {
    const userId = await consumeVerification(tx, token, now);
    if (userId === null) throw new Refusal('auth.verify_link_invalid');
    await noteEmailProved(tx, userId, requestId, now);
  });
}

/** Opens the restaurants of an owner who has read a mail to their email. */
export async function noteEmailProved(tx: Tx, userId: UserId, requestId: string, now: Date): Promise<void> {
  await deleteVerification(tx, userId);
  const user = await getUser(tx, userId);
  const by = { actor: { kind: 'owner', userId, name: fullName(user) }, requestId, at: now };
  for (const restaurantId of await listOwned(tx, userId)) {
    await noteProven(tx, restaurantId, user.email, now);
    await noteOwnerVerified(tx, restaurantId, by, user.email);
  }
}

/** @throws auth.email_verified, rate.limited */
export async function resendVerification(
  deps: VerificationDeps,
  { restaurantId, userId }: { restaurantId: RestaurantId; userId: UserId },
): Promise<void> {
  await transaction(deps.db, restaurantId, async (tx) => {
    await countMail(tx, deps, restaurantId, userId);
    await sendVerification(tx, deps, restaurantId, await getUser(tx, userId));
  });
}

/**
 * Corrects the email before it is confirmed, and mails the link there. Links that went to the old one are void.
 * @throws auth.email_taken, auth.email_verified, rate.limited; as `withProof`.
 */
export async function changeEmail(
  deps: VerificationDeps & Pick<Deps, 'withProof'>,
  by: AuditContext & Prover,
  { email, ...proof }: Proof & { email: string },
): Promise<void> {
  const { restaurantId, userId, actor, requestId, clientAddress } = by;
  const now = deps.clock();
  await deps.withProof(by, proof, async (tx) => {
    await countMail(tx, deps, restaurantId, userId);
    const before = await getUser(tx, userId);
    if (!(await setEmail(tx, userId, email, now))) throw emailTaken();
    await deleteReset(tx, userId);
    const after = await getUser(tx, userId);
    await sendVerification(tx, deps, restaurantId, after);
    const details = { before: before.email, after: after.email };
    const moment = { actor, requestId, at: now };
    await appendAuditEntry(tx, restaurantId, moment, { action: 'account.email_changed', subject: actor.name, details });
  });
  await rememberAddress(deps.db, email, clientAddress, now);
}

/** Holds back mails to an address that nobody has proved, which may be a stranger's. */
async function countMail(
  tx: Tx,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  restaurantId: RestaurantId,
  userId: UserId,
): Promise<void> {
  // The former link goes first: this waits for whoever follows it at that moment, and finds the email confirmed.
  await deleteVerification(tx, userId);
  if (await isOwnerVerified(tx, restaurantId)) throw new Refusal('auth.email_verified');
  if (!config.rateLimits) return;
  const rules = [
    { key: counterKey('verification:hour', userId), limit: limits.verificationMailsPerHour, windowSeconds: 3600 },
    { key: counterKey('verification:day', userId), limit: limits.verificationMailsPerDay, windowSeconds: 24 * 3600 },
  ];
  const taking = await consumeAll(tx, rules, clock());
  if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
}
