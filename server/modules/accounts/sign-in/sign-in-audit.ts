import type { UserId } from '#contract/base/ids.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import type { JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { parseUserAgent } from '../sessions/device.ts';
import { fullName, readWorkplace, type User, type Workplace } from '../queries.ts';
import type { SignInRequest } from './sign-in.ts';

/** The proof given last: the one that let the person in, or the one that was wrong. */
export type SignInStep = 'password' | 'code' | 'recovery code' | 'passkey' | 'company';

/** Writes a sign-in to the restaurant's audit log (R85), in the transaction that begins the session. */
export function auditSignIn(
  tx: Tx,
  user: User,
  workplace: Workplace,
  step: SignInStep,
  { userAgent, requestId }: SignInRequest,
  at: Date,
): Promise<void> {
  return appendAuditEntry(
    tx,
    workplace.restaurant.id,
    { actor: actorOf(user, workplace), requestId, at },
    { action: 'account.signed_in', subject: fullName(user), details: { with: step, device: deviceText(userAgent) } },
  );
}

/** A sign-in that failed, as its job has it. */
interface FailedSignIn extends Record<string, unknown> {
  /** Null: no merchant has an account with the email. */
  user: { id: UserId; name: string } | null;
  step: SignInStep;
  device: string;
  requestId: string;
  at: string;
}

/**
 * Has a failed sign-in written to the audit log after the answer. Unknown emails cost the same as known ones, so that
 * the time does not tell that an account exists (R3).
 */
export async function auditFailedSignIn(
  { db }: Pick<Deps, 'db'>,
  user: User | null,
  step: SignInStep,
  { userAgent, requestId }: SignInRequest,
  at: Date,
): Promise<void> {
  const payload: FailedSignIn = {
    user: user === null || user.user_type === 'admin' ? null : { id: user.id, name: fullName(user) },
    step,
    device: deviceText(userAgent),
    requestId,
    at: at.toISOString(),
  };
  const job = { restaurantId: null, queue: 'failed-sign-in', payload, usefulForMs: 30 * DAY } as const;
  await platformTransaction(db, 'sign-in', (tx) => enqueue(tx, job, at));
}

/** Writes the entry in the transaction that ends the job, so that there is one. */
export const failedSignInHandler: JobHandler = {
  atOnce: 4,
  withinMs: 10_000,
  retries: () => ({ most: 15, firstMs: 15_000, longestMs: 120 * MINUTE }),
  conclude: (tx, { payload }) => writeFailedSignIn(tx, payload as FailedSignIn),
};

async function writeFailedSignIn(tx: Tx, { user, step, device, requestId, at }: FailedSignIn): Promise<void> {
  const workplace = user === null ? null : await readWorkplace(tx, user.id);
  if (user === null || workplace === null) return;
  // The actor is unknown: they gave this person's email and could not prove it.
  const actor = { kind: 'unknown', userId: user.id, name: 'Somebody' };
  await appendAuditEntry(
    tx,
    workplace.restaurant.id,
    { actor, requestId, at: new Date(at) },
    { action: 'account.sign_in_failed', subject: user.name, details: { wrong: step, device } },
  );
}

export function actorOf(user: User, { role }: Workplace) {
  return { kind: role, userId: user.id, name: fullName(user) };
}

function deviceText(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent);
  return [browser, system].filter((word) => word !== null).join(', ') || 'unknown';
}
