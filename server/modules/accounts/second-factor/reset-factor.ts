import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { factorResetMail } from '../mails.ts';
import { findUserByEmail, findWorkplace, fullName } from '../queries.ts';
import { deletePasskeysOf } from '../passkeys/change-passkeys.ts';
import { deleteFactor } from './second-factor.ts';
import { endSessionsOf } from '../sessions/sessions.ts';

/**
 * Takes a lost second factor off an account, by the operator of the server, and its passkeys, which the lost phone may
 * have. All sessions of the account end; a running server notices within seconds. The owner is told by mail, and the restaurant's audit log has an entry.
 * @returns `off` when there is none.
 */
export async function resetFactor(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  email: string,
): Promise<'reset' | 'unknown' | 'off'> {
  const { db, config, clock } = deps;
  const user = await findUserByEmail(db, email);
  if (user === null) return 'unknown';
  const workplace = await findWorkplace(db, user.id);
  const isReset = await platformTransaction(db, 'sign-in', async (tx) => {
    const known = await tx
      .selectFrom('second_factors')
      .select('user_id')
      .where('user_id', '=', user.id)
      .forUpdate()
      .executeTakeFirst();
    if (known === undefined) return false;
    await deleteFactor(tx, user.id);
    await deletePasskeysOf(tx, user.id);
    await endSessionsOf(tx, user.id);
    const content = factorResetMail(user, config.publicUrl);
    await sendMessage(tx, deps, { kind: 'factor_reset', restaurantId: null, content });
    if (workplace === null) return true;
    const actor = { kind: 'admin', userId: user.id, name: 'Server operator' };
    const subject = fullName(user);
    const moment = { actor, requestId: 'factor:reset', at: clock() };
    await appendAuditEntry(tx, workplace.restaurant.id, moment, { action: 'account.factor_reset', subject });
    return true;
  });
  return isReset ? 'reset' : 'off';
}
