import type {
  AdminUnsentMessage,
  MessageKind,
  SendProblem,
  UnsentMessage,
} from '#contract/outbound/unsent-messages.ts';
import type { JobId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type Actor, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { type DeadJob, listDeadJobs, reviveJob } from './jobs/queries.ts';
import { wakeOutbox } from './jobs/wake.ts';

/** Most messages shown; clean-up removes those that are of no use any more. */
const mostShown = 200;

const guestKinds: ReadonlySet<string> = new Set<MessageKind>([
  'phone_code',
  'order_cancelled',
  'order_cancelled_mail',
  'order_progress',
  'order_progress_mail',
  'order_progress_push',
]);

/**
 * The messages that were given up and can still be sent, of those that the transaction sees: a restaurant's, or all. The platform's
 * people learn no guest's number or email, and with support access nobody's (R26).
 */
export async function listUnsent(
  tx: Tx,
  now: Date,
  reader: 'owner' | 'support' | 'admin',
): Promise<AdminUnsentMessage[]> {
  return (await listDeadJobs(tx, now, mostShown)).map((job) => ({
    ...unsentOnWire(job),
    ...((reader === 'support' || (reader === 'admin' && guestKinds.has(kindOf(job.payload)))) && { to: '' }),
    restaurant: job.restaurantId === null ? null : { _id: job.restaurantId, name: job.restaurantName ?? '' },
  }));
}

function unsentOnWire({ id, payload, problem, tries, createdAt, deadAt, expiresAt }: DeadJob): UnsentMessage {
  return {
    _id: id,
    kind: kindOf(payload),
    to: (payload['to'] as string | undefined) ?? '',
    problem: problem as SendProblem,
    tries,
    createdAt: createdAt.toISOString(),
    givenUpAt: deadAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * Has a message that was given up sent again, within what the transaction sees, with an entry in the audit log of its restaurant.
 * The platform's own messages have none.
 * @throws request.not_found, also when it is of no use any more.
 */
export async function resendUnsent(
  tx: Tx,
  by: { actor: Actor; requestId: string; at: Date },
  id: JobId,
): Promise<void> {
  const job = await reviveJob(tx, id, by.at);
  if (job === null) throw new Refusal('request.not_found');
  // The kind alone: the recipient may be a guest, who can be forgotten.
  if (job.restaurantId !== null)
    await appendAuditEntry(tx, job.restaurantId, by, { action: 'message.resent', subject: kindOf(job.payload) });
  tx.onCommit(wakeOutbox);
}

function kindOf(payload: Record<string, unknown>): UnsentMessage['kind'] {
  return (payload['kind'] as UnsentMessage['kind'] | undefined) ?? 'other';
}
