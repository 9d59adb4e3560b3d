import type { JobId, RestaurantId } from '#contract/base/ids.ts';
import type { MessageKind } from '#contract/outbound/unsent-messages.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { testConfig } from '../servers/app.ts';

/** An invitation of the restaurant that was given up today; null is the platform. */
export function makeUnsent(db: Db, { id, canary }: { id: RestaurantId | null; canary: string }): Promise<JobId> {
  return giveUp(db, id, 'mail', { kind: 'invitation', to: `${canary}@example.test` });
}

function giveUp(
  db: Db,
  restaurantId: RestaurantId | null,
  queue: 'mail' | 'sms',
  message: { kind: MessageKind; to: string },
): Promise<JobId> {
  const jobId = newId<JobId>();
  const now = new Date();
  return platformTransaction(db, 'seed', async (tx) => {
    await tx
      .insertInto('jobs')
      .values({
        restaurant_id: restaurantId,
        id: jobId,
        queue,
        payload: { ...message, about: 'ab', sealed: '' },
        dedupe_key: jobId,
        due_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
        tries: 15,
        last_error: 'not_accepted',
        dead_at: now,
        created_at: now,
      })
      .execute();
    return jobId;
  });
}

/** A text about a cancelled order, to a guest, that was given up today. */
export function makeUnsentToGuest(db: Db, restaurantId: RestaurantId, phone: string): Promise<JobId> {
  return giveUp(db, restaurantId, 'sms', { kind: 'order_cancelled', to: phone });
}

/** Writes a text of the restaurant to the outbox, which says its own key. @returns the key. */
export async function writeText(db: Db, restaurantId: RestaurantId): Promise<string> {
  const key = newId();
  const content = { to: '+971501234567', text: key };
  const deps = { config: testConfig, clock: () => new Date() };
  await transaction(db, restaurantId, (tx) =>
    sendMessage(tx, deps, { kind: 'phone_code', restaurantId, content, key }),
  );
  return key;
}

/** Writes the job of a backup to the outbox. */
export async function writeBackupJob(db: Db): Promise<void> {
  const job = { restaurantId: null, queue: 'backup', payload: {}, usefulForMs: 86_400_000 } as const;
  await platformTransaction(db, 'seed', (tx) => enqueue(tx, job, new Date()));
}
