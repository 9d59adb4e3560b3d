/** Files of uploads between a backup and a loss, which the restored database does not know (decision 110). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { readBucketMark } from '#server/db/marked-bucket.ts';
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
  /** Puts a file there whose upload began at that time. */
  const put = (restaurantId: string, at: Date) => {
    const time = at.getTime().toString(16).padStart(12, '0');
    const file = `${'a'.repeat(64)}.${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
    bucket.files.set(`of/us/${restaurantId}/${file}/original`, Buffer.from('a photo'));
    return `${restaurantId}/${file}/original`;
  };
  const removeRows = () =>
    platformTransaction(app.db, 'administration', async (tx) => {
      await tx.deleteFrom('pictures').execute();
      await tx.deleteFrom('order_problem_photos').execute();
      await tx.deleteFrom('unused_files').execute();
    });
  return { ...started, place, lost, later, put, removeRows };
}

test('files that are older than a day are counted and named by the doctor, and removed when that is asked for', async () => {
  const { deps, later, names, listNotes, lost } = await startRestored();
  const [before, notes] = [names(), await listNotes()];
  // Five files: three pictures and two photos.
  const found = { files: 5, known: 2, foreign: 0, isWhole: true };
  expect(await findUnknownFiles(deps)).toEqual({ ...found, unknown: 0, isSharedNow: true });
  expect(await findUnknownFiles(later)).toEqual({ ...found, unknown: 2, isSharedNow: false });
  expect(await describePictures(deps)).toContain('2 in ');
  await expect(describePictures(later)).rejects.toThrow('2 files are older than a day and known to no row');
  expect([names(), await listNotes()]).toEqual([before, notes]);

  expect(await findUnknownFiles(later, { isRemoving: true })).toMatchObject({ unknown: 2 });
  // Five parts of the picture, and the photo.
  expect([names().length, await listNotes()]).toEqual([before.length - 6, notes]);
  expect(names().some((name) => name.startsWith(lost.prefix))).toBe(false);
  expect(names()).toContain('base/1.tar');
  expect(await findUnknownFiles(later)).toEqual({ ...found, files: 3, unknown: 0, isSharedNow: false });
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
  bucket.files.set('of/us/databases/a note.txt', Buffer.from('of somebody'));
  expect((await findUnknownFiles(later)).unknown).toBe(2);
  const second = await startPictureApp();
  const beside = { ...second.deps, config: later.config };
  await markBucketAtStart(beside, testLog);
  await expect(findUnknownFiles(later, { isRemoving: true })).rejects.toThrow('is used by another database as well');
  const { id } = (await readBucketMark(second.app.db))!;
  expect(await describePictures(later)).toBe(
    `2 in ${bucket.bucket.url}, which no backup of the database holds; it is not looked through for unknown files, because another database has its mark there (databases/${id})`,
  );
  for (const name of bucket.files.keys()) if (name.includes('databases/')) bucket.files.delete(name);
  await expect(findUnknownFiles(later, { isRemoving: true })).rejects.toThrow('is not the bucket');
  expect(names()).toEqual(all);
});

test('nothing is removed by a database that names none of the files, as an empty one', async () => {
  const { later, names, removeRows, bucket } = await startRestored();
  await removeRows();
  const all = names();
  await expect(findUnknownFiles(later, { isRemoving: true })).rejects.toThrow(
    `Nothing was removed from ${bucket.bucket.url}: this database names none of the files that are there. Wait a day after a restore, `,
  );
  await expect(describePictures(later)).rejects.toThrow(
    '5 files are older than a day and known to no row, as after a restore; photos of guests who were erased since may be among them. ' +
      'They may be those of another database, because this database names none of the files that are there.',
  );
  expect([names(), (await findUnknownFiles(later)).unknown]).toEqual([all, 5]);
});

test('nothing is removed while somebody else sends files there', async () => {
  const { later, names, place, put } = await startRestored();
  const sent = put(place.id, new Date(Date.now() + 3_600_000));
  const all = names();
  const reason =
    'there are unknown files that are younger than a day, so another database sends files there. Wait a day';
  await expect(findUnknownFiles(later, { isRemoving: true })).rejects.toThrow(reason);
  await expect(describePictures(later)).rejects.toThrow(reason);
  expect([names(), all.includes(sent)]).toEqual([all, true]);
});

test('files of restaurants that the database does not have stay, and are counted apart', async () => {
  const { later, app, names, put, listNotes } = await startRestored();
  const [foreign, erased] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const kept = put(foreign, new Date(Date.now() - DAY));
  put(erased, new Date(Date.now() - DAY));
  await app.db
    .insertInto('unused_files')
    .values({ prefix: `${erased}/`, why: 'erased', since: later.clock() })
    .execute();
  const notes = await listNotes();
  expect(await findUnknownFiles(later, { isRemoving: true })).toMatchObject({ files: 7, unknown: 2, foreign: 1 });
  expect([names().includes(kept), await listNotes()]).toEqual([true, notes]);
  expect(await describePictures(later)).toMatch(/; 1 files are of restaurants that this database does not have$/);
});

test('an odd name is none of a picture', async () => {
  const { later, bucket } = await startRestored();
  const time = (Date.now() - DAY).toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  for (const odd of ['-'.repeat(36), '0'.repeat(36), `0${'-'.repeat(35)}`])
    bucket.files.set(`of/us/${odd}/${'a'.repeat(64)}.${id}/original`, Buffer.from('of somebody'));
  expect(await findUnknownFiles(later)).toMatchObject({ files: 5, unknown: 2, foreign: 0 });
});

test('two searches at once remove each file once', async () => {
  const { later, bucket, names } = await startRestored();
  const all = names().length;
  bucket.delays.set('DELETE ', 1_000);
  const found = await Promise.all([1, 2].map(() => findUnknownFiles(later, { isRemoving: true })));
  expect([found.map(({ unknown }) => unknown).toSorted((one, other) => one - other), names().length]).toEqual([
    [0, 2],
    all - 6,
  ]);
});

test('a large bucket is looked through for as long as there is time, and the database is asked once for many pages', async () => {
  const { later } = await startRestored();
  expect(await findUnknownFiles(later, { withinMs: 0 })).toMatchObject({ isWhole: false });
  const told: number[] = [];
  await findUnknownFiles(later, { onProgress: ({ files }) => told.push(files) });
  expect(told).toEqual([5]);
  // One page: there is nothing more, however long it took.
  const { deps, bucket } = await startPictureApp();
  bucket.files.set('of/us/base.tar', Buffer.from('a backup'));
  expect(await findUnknownFiles(deps, { withinMs: 0 })).toMatchObject({ files: 0, isWhole: true });
});
