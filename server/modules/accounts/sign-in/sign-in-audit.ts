import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendAudit } from '#server/modules/staff/audit-log/append-audit.ts';
import { deviceOf } from '../sessions/device.ts';
import { findWorkplace, fullName, type User, type Workplace } from '../queries.ts';
import type { SigningIn } from './sign-in.ts';

/** What somebody showed last: what let them in, or what was wrong. */
export type SignInStep = 'password' | 'code' | 'recovery code';

/** A sign-in stands in the record of the restaurant (R85), in the transaction that begins the session. */
export function recordSignIn(
  tx: Tx,
  user: User,
  workplace: Workplace,
  step: SignInStep,
  { userAgent, requestId }: SigningIn,
  at: Date,
): Promise<void> {
  return appendAudit(
    tx,
    workplace.restaurant.id,
    { actor: actorOf(user, workplace), requestId, at },
    { action: 'account.signed_in', subject: fullName(user), details: { with: step, device: deviceText(userAgent) } },
  );
}

/** The same of one that failed: after the answer, so that its time does not tell that there is such an account (R3). */
export function recordFailedSignIn(
  { db, background }: Pick<Deps, 'db' | 'background'>,
  user: User,
  step: SignInStep,
  { userAgent, requestId }: SigningIn,
  at: Date,
): void {
  if (user.user_type === 'admin') return;
  background.start('A sign-in that failed is not in the record', async () => {
    const workplace = await findWorkplace(db, user.id);
    if (workplace === null) return;
    await platformTransaction(db, 'sign-in', (tx) =>
      appendAudit(
        tx,
        workplace.restaurant.id,
        // Whoever it was gave the name of this person and could not prove it.
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
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter((word) => word !== null).join(', ') || 'unknown';
}
