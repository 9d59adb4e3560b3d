import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { keyOf, seal, unseal } from '#server/sealing.ts';
import { makePushKeys, type PushKeys, readPushKeys } from './authorization.ts';

const sealedUse = 'push keys';
/** The pair belongs to the installation, and stands in its only row. */
const rowId = 'push keys';

/** The pairs that this process has read: one, except in tests with several databases. */
const known = new WeakMap<Db, PushKeys>();

/**
 * The pair of this installation, made when it is first asked for. Every subscription is bound to it: with another one all browsers would
 * have to subscribe anew, so it is in the database, sealed, and in the backups.
 */
export async function openPushKeys({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<PushKeys> {
  const cached = known.get(db);
  if (cached !== undefined) return cached;
  const sealKey = keyOf(config.secret, sealedUse);
  let sealed = await readSealed(db);
  if (sealed === null) {
    await db
      .insertInto('push_keys')
      .values({ sealed: seal(sealKey, rowId, makePushKeys()), created_at: clock() })
      .onConflict((conflict) => conflict.column('is_only').doNothing())
      .execute();
    // Another server may have been first.
    sealed = (await readSealed(db))!;
  }
  const keys = readPushKeys(unseal(sealKey, rowId, sealed));
  known.set(db, keys);
  return keys;
}

async function readSealed(db: Db): Promise<Buffer | null> {
  return (await db.selectFrom('push_keys').select('sealed').executeTakeFirst())?.sealed ?? null;
}

/** The secret that seals the pair is gone. */
export async function deletePushKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom('push_keys').execute();
}
