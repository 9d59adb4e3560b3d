import { createHmac } from 'node:crypto';
import type { Db } from './connect.ts';
import type { Tx } from './transaction.ts';

/** Tells whether two secrets are the same, and nothing else of them. */
export function fingerprintOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('order manager secret').digest();
}

/** The fingerprint of the secret that this database is used with; null before the first start. */
export async function readFingerprint(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('installation').select('secret_fingerprint').executeTakeFirst();
  return row?.secret_fingerprint ?? null;
}

/** Binds an unused database to its secret. The first of several servers decides; the others find another fingerprint. */
export async function bindSecret(db: Db, fingerprint: Buffer): Promise<void> {
  await db
    .insertInto('installation')
    .values({ secret_fingerprint: fingerprint })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
}

/** Binds the database to another secret. */
export async function rebindSecret(tx: Tx, fingerprint: Buffer): Promise<void> {
  const row = { secret_fingerprint: fingerprint };
  await tx
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}
