import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { countPictures, wayOut } from './count-pictures.ts';

/**
 * Forgets the files of a bucket that was left and emptied.
 * @param letsGo deletes the pictures and photos that were only there; dishes, outlets and sites show none in their place.
 * @returns the numbers of files that no row named, and of pictures and photos that were deleted.
 * @throws Error while rows need the bucket, and are not to be let go.
 */
export async function forgetFiles(db: Db, { letsGo }: { letsGo: boolean }): Promise<{ files: number; rows: number }> {
  const { inBucket } = await countPictures(db);
  if (inBucket > 0 && !letsGo)
    throw new Error(
      `${inBucket} are only in the bucket. ${wayOut}. Those that it has lost are let go with --emptied --let-go`,
    );
  return platformTransaction(
    db,
    'picture-files',
    async (tx) => {
      const { numDeletedRows } = await tx.deleteFrom('unused_files').executeTakeFirstOrThrow();
      const rows = letsGo ? await deleteRows(tx) : 0;
      // Their triggers have noted the files of these rows.
      if (rows > 0) await tx.deleteFrom('unused_files').execute();
      return { files: Number(numDeletedRows), rows };
    },
    { statementTimeoutMs: 60_000 },
  );
}

async function deleteRows(tx: Tx): Promise<number> {
  await sql`
    update items set image_hash = null where (restaurant_id, image_hash) in
      (select restaurant_id, hash from pictures where bytes is null)`.execute(tx);
  await sql`
    update outlets set image_hash = null where (restaurant_id, image_hash) in
      (select restaurant_id, hash from pictures where bytes is null)`.execute(tx);
  await sql`
    update restaurants set logo_hash = null where (id, logo_hash) in
      (select restaurant_id, hash from pictures where bytes is null)`.execute(tx);
  await sql`
    update restaurants set cover_hash = null where (id, cover_hash) in
      (select restaurant_id, hash from pictures where bytes is null)`.execute(tx);
  await sql`
    update order_problems set has_photo = false where (restaurant_id, order_id) in
      (select restaurant_id, order_id from order_problem_photos where bytes is null)`.execute(tx);
  const deletions = [
    await tx.deleteFrom('pictures').where('bytes', 'is', null).executeTakeFirstOrThrow(),
    await tx.deleteFrom('delivery_photos').where('bytes', 'is', null).executeTakeFirstOrThrow(),
    await tx.deleteFrom('order_problem_photos').where('bytes', 'is', null).executeTakeFirstOrThrow(),
  ];
  return deletions.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
