/** Files of uploads between a backup and a loss, which the restored database does not know (decision 110). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeReportedProblems } from '#server/test/data/reported-problems.ts';
import { makePng } from '#server/test/data/png.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { describePictures } from './count-pictures.ts';
import { markBucketAtStart } from './own-bucket.ts';
import { findUnknownFiles } from './unknown-files.ts';

/** A database that has forgotten a picture and a photo, beside one of each that it knows, one with a note, and files that are none of its own. */
async function startRestored() {
  const started = await startPictureApp();
  const { app, bucket, deps } = started;
  const place = await started.makePlace();
  const shop = await makeReportedProblems(app);
  for (const red of [1, 2, 3]) await place.upload(red);
  const photos: OrderId[] = [];
  for (const red of [7, 8]) {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id, {}, { photo: makePng(red) });
    photos.push(_id);
  }
  const { rows } = await platformTransaction(app.db, 'administration', (tx) =>
    sql<{ prefix: string; hash: string }>`
      select restaurant_id || '/' || file || '/' as prefix, hash from pictures order by split_part(file, '.', 2)`.execute(
      tx,
    ),
  );
  const [lost, noted] = rows as [(typeof rows)[number], (typeof rows)[number]];
  await platformTransaction(app.db, 'administration', async (tx) => {
    await tx.deleteFrom('pictures').where('hash', 'in', [lost.hash, noted.hash]).execute();
    await tx.updateTable('order_problems').set({ has_photo: false }).where('order_id', '=', photos[0]!).execute();
    await tx.deleteFrom('order_problem_photos').where('order_id', '=', photos[0]!).execute();
    await tx.deleteFrom('unused_files').where('prefix', '<>', noted.prefix).execute();
  });
  bucket.files.set('of/us/base/1.tar', Buffer.from('a backup in the same folder'));
  bucket.files.set(`of/us/${place.id}/hand-made.png`, Buffer.from('of somebody'));
  const later = { ...deps, clock: () => new Date(Date.now() + DAY + 60_000) };
  return { ...started, place, lost, later };
}

test('those that are older than a day are counted and named by the doctor, and removed when that is asked for', async () => {
  const { deps, later, names, listNotes, lost } = await startRestored();
  const [before, notes] = [names(), await listNotes()];
  // Five files: three pictures and two photos.
  expect(await findUnknownFiles(deps)).toEqual({ files: 5, unknown: 0, isWhole: true });
  expect(await findUnknownFiles(later)).toEqual({ files: 5, unknown: 2, isWhole: true });
  expect(await describePictures(deps)).toContain('2 in ');
  await expect(describePictures(later)).rejects.toThrow('2 files are older than a day and known to no row');
  expect([names(), await listNotes()]).toEqual([before, notes]);

  expect(await findUnknownFiles(later, { isRemoving: true })).toMatchObject({ unknown: 2 });
  // Five parts of the picture, and the photo.
  expect([names().length, await listNotes()]).toEqual([before.length - 6, notes]);
  expect(names().some((name) => name.startsWith(lost.prefix))).toBe(false);
  expect(names()).toContain('base/1.tar');
  expect(await findUnknownFiles(later)).toEqual({ files: 3, unknown: 0, isWhole: true });
  expect(await describePictures(later)).toContain('2 in ');
});

test('a file that cannot be removed has a note, by which the server removes it later', async () => {
  const { later, bucket, listNotes, cleanUpAt, names } = await startRestored();
  const [notes, all] = [await listNotes(), names().length];
  bucket.answers.set('DELETE ', { status: 403, body: '' });
  await expect(findUnknownFiles(later, { isRemoving: true })).rejects.toThrow('refuses DELETE: 403');
  expect((await listNotes()).length).toBeGreaterThan(notes.length);
  bucket.answers.clear();
  await cleanUpAt(new Date());
  await findUnknownFiles(later, { isRemoving: true });
  expect([await listNotes(), names().length]).toEqual([notes, all - 6]);
});

test('a bucket without the mark, or with that of another database as well, is not looked through', async () => {
  const { later, names, bucket } = await startRestored();
  const all = names();
  const second = await startPictureApp();
  const beside = { ...second.deps, config: later.config };
  await markBucketAtStart(beside, testLog);
  await expect(findUnknownFiles(later, { isRemoving: true })).rejects.toThrow('is used by another database as well');
  expect(await describePictures(later)).toContain('2 in ');
  for (const name of bucket.files.keys()) if (name.includes('databases/')) bucket.files.delete(name);
  await expect(findUnknownFiles(later, { isRemoving: true })).rejects.toThrow('is not the bucket');
  expect(names()).toEqual(all);
});

test('a large bucket is looked through for as long as there is time', async () => {
  const { later } = await startRestored();
  expect(await findUnknownFiles(later, { withinMs: 0 })).toMatchObject({ isWhole: false });
});
