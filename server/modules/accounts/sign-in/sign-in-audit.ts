import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { parseUserAgent } from '../sessions/device.ts';
import { findWorkplace, fullName, type User, type Workplace } from '../queries.ts';
import type { SignInRequest } from './sign-in.ts';

/** The proof given last: the one that let the person in, or the one that was wrong. */
export type SignInStep = 'password' | 'code' | 'recovery code';

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

/**
 * Writes a failed sign-in to the audit log, after the answer, so that its time does not tell that the account exists
 * (R3).
 */
export function auditFailedSignIn(
  { db, background }: Pick<Deps, 'db' | 'background'>,
  user: User,
  step: SignInStep,
  { userAgent, requestId }: SignInRequest,
  at: Date,
): void {
  if (user.user_type === 'admin') return;
  background.start('A sign-in that failed is not in the record', async () => {
    const workplace = await findWorkplace(db, user.id);
    if (workplace === null) return;
    await platformTransaction(db, 'sign-in', (tx) =>
      appendAuditEntry(
        tx,
        workplace.restaurant.id,
        // The actor is unknown: they gave this person's email and could not prove it.
        { actor: { ...actorOf(user, workplace), kind: 'unknown', name: 'Somebody' }, requestId, at },
        {
          action: 'account.sign_in_failed',
          subject: fullName(user),
          details: { wrong: step, device: deviceText(userAgent) },
        },
      ),
    );
  });
}

export function actorOf(user: User, { role }: Workplace) {
  return { kind: role, userId: user.id, name: fullName(user) };
}

function deviceText(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent);
  return [browser, system].filter((word) => word !== null).join(', ') || 'unknown';
}
