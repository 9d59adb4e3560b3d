import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deleteDevicesBefore } from './queries.ts';

/** Longer than any screen lists a device: a tablet that is switched on in the morning keeps yesterday's name. */
const retentionDays = 3;

export async function removeOldDevices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 24 * 3_600_000);
  await platformTransaction(db, 'clean-up', (tx) => deleteDevicesBefore(tx, before));
}
