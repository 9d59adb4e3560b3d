/** A database knows its bucket again, so that a mistyped setting loses no note of what is to be removed (decision 110). */
import { expect, test } from 'vitest';
import type { Bucket } from '#server/bucket-settings.ts';
import { readBucketMark } from '#server/db/marked-bucket.ts';
import { BucketUnavailable } from '#server/db/unavailable.ts';
import { makePng } from '#server/test/data/png.ts';
import { startBucket } from '#server/test/servers/bucket.ts';
import { testLog } from '#server/test/servers/log.ts';
import { listPictures, startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { describePictures } from './count-pictures.ts';
import { countKnown, isBucketMistaken, lookAtBucket, markBucket, markBucketAtStart } from './own-bucket.ts';
import { makePicture } from './picture.ts';
import { sendPicture } from './picture-files.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';
import { removeUnusedPictures } from './remove-unused-pictures.ts';

type Started = Awaited<ReturnType<typeof startPictureApp>>;

/** The same database with the setting of another bucket. */
const withBucket = ({ deps }: Started, pictureBucket: Bucket) => ({
  ...deps,
  config: { ...deps.config, pictureBucket },
});
const marksIn = (files: ReadonlyMap<string, Buffer>) => [...files.keys()].filter((name) => name.includes('databases/'));

/** A log that keeps its warnings, with their reasons. */
function listen() {
  const warnings: unknown[] = [];
  const warn = (facts: { err?: Error }, message: string) => void warnings.push([message, facts.err?.message]);
  return { warnings, log: { ...testLog, warn } };
}

/** A database whose bucket has the picture of a dish, and that of an erased one with a note. */
async function startUsed() {
  const started = await startPictureApp({ isMarked: false });
  const place = await started.makePlace();
  await place.upload(1);
  await place.upload(2);
  await removeUnusedPictures(started.app.db, new Date(Date.now() + 25 * 3_600_000));
  await started.app.db.updateTable('unused_files').set({ why: 'erased' }).execute();
  await place.upload(2);
  return { ...started, place };
}

test('a bucket is marked when it is first used, and nothing is forgotten at one without the mark', async () => {
  const started = await startUsed();
  const { app, bucket, deps, names, listNotes } = started;
  const { warnings, log } = listen();
  await markBucketAtStart(deps, log);
  const { id, markedAt } = (await readBucketMark(app.db))!;
  expect([marksIn(bucket.files), markedAt, isBucketMistaken(new Date())]).toEqual([
    [`of/us/databases/${id}`],
    expect.any(Date),
    false,
  ]);
  expect(warnings).toEqual([]);

  const other = await startBucket();
  const mistaken = withBucket(started, other.bucket);
  const before = [names(), await listNotes()];
  expect(before[1]).toHaveLength(1);
  const reason = `${other.bucket.url} is not the bucket that this database has used`;
  await expect(removeUnusedFiles(mistaken)).rejects.toThrow(reason);
  await expect(describePictures(mistaken)).rejects.toThrow(reason);
  await markBucketAtStart(mistaken, log);
  expect(warnings).toEqual([['The bucket of the pictures is not to be cleaned up', expect.stringContaining(reason)]]);
  expect([names(), await listNotes()]).toEqual(before);
  expect([isBucketMistaken(new Date()), other.files.size]).toEqual([true, 0]);

  await removeUnusedFiles(deps);
  expect([names().length, await listNotes(), isBucketMistaken(new Date())]).toEqual([5, [], false]);
  expect(await describePictures(deps)).toContain('1 in ');
});

test('a bucket that was taken over is no mistaken one any more, in the next round and without one', async () => {
  const started = await startUsed();
  await markBucketAtStart(started.deps, testLog);
  await removeUnusedFiles(started.deps);
  const other = await startBucket();
  const mistaken = withBucket(started, other.bucket);
  await markBucketAtStart(mistaken, testLog);
  const now = mistaken.clock().getTime();
  const after = (minutes: number) => isBucketMistaken(new Date(now + minutes * 60_000));
  // A server that does not clean up does not look again.
  expect([after(0), after(29), after(31)]).toEqual([true, true, false]);
  const { store, id } = await lookAtBucket(mistaken);
  expect(await countKnown(started.app.db, store)).toEqual({ known: 1, there: 0 });
  for (const [name, bytes] of started.bucket.files) if (!name.includes('databases/')) other.files.set(name, bytes);
  expect(await countKnown(started.app.db, store)).toEqual({ known: 1, there: 1 });
  await markBucket(mistaken, store, id!);
  expect([after(0), await started.listNotes()]).toEqual([true, []]);
  await removeUnusedFiles(mistaken);
  expect(after(0)).toBe(false);
});

test('nothing is sent to a mistaken bucket, and no row comes to name a file there', async () => {
  const started = await startUsed();
  await markBucketAtStart(started.deps, testLog);
  const other = await startBucket();
  const mistaken = withBucket(started, other.bucket);
  const rows = await listPictures(started.app.db);
  for (const red of [2, 3]) {
    // Stored and gone from there, or new.
    const picture = await makePicture(started.place.id, Buffer.from(await makePng(red).arrayBuffer()));
    const refused = await sendPicture(mistaken, started.place.id, picture).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BucketUnavailable);
    expect((refused as Error).cause).toMatchObject({ message: expect.stringContaining('is not the bucket') });
  }
  expect([other.files.size, await listPictures(started.app.db)]).toEqual([0, rows]);
  const { store, id } = await lookAtBucket(mistaken);
  await markBucket(mistaken, store, id!);
  const picture = await makePicture(started.place.id, Buffer.from(await makePng(3).arrayBuffer()));
  expect((await sendPicture(mistaken, started.place.id, picture)).file).toMatch(picture.hash);
});

test('files that were sent into the wrong bucket meanwhile do not make it the right one', async () => {
  const started = await startUsed();
  await markBucketAtStart(started.deps, testLog);
  const other = await startBucket();
  for (const [name, bytes] of started.bucket.files) if (!name.includes('databases/')) other.files.set(name, bytes);
  await expect(removeUnusedFiles(withBucket(started, other.bucket))).rejects.toThrow('is not the bucket');
  expect(await started.listNotes()).toHaveLength(1);
});

test.each([
  ['with its files', 0, true],
  ['that has lost some of the oldest', 5, true],
  ['with the newest alone, which came there by mistake', 10, false],
  ['with none', 12, false],
])('a bucket of before there were marks, %s', async (_, gone, isTaken) => {
  const started = await startPictureApp({ isMarked: false });
  const { app, bucket, deps, listNotes } = started;
  const place = await started.makePlace();
  for (let red = 0; red < 12; red++) await place.upload(red);
  const files = [...Map.groupBy(bucket.files.keys(), (name) => name.slice(0, name.lastIndexOf('/'))).values()];
  expect(files).toHaveLength(12);
  for (const name of files.slice(0, gone).flat()) bucket.files.delete(name);
  await app.db
    .insertInto('unused_files')
    .values({ prefix: `${place.id}/x/`, why: 'erased' })
    .execute();
  if (isTaken) await removeUnusedFiles(deps);
  else await expect(removeUnusedFiles(deps)).rejects.toThrow('is not the bucket');
  expect([marksIn(bucket.files).length, (await listNotes()).length]).toEqual(isTaken ? [1, 0] : [0, 1]);
});

test('a bucket that has what notes name is known by it where no row names any', async () => {
  const started = await startPictureApp({ isMarked: false });
  const { app, bucket, deps, listNotes } = started;
  await app.db.insertInto('unused_files').values({ prefix: 'a/1/', why: 'erased' }).execute();
  const other = await startBucket();
  bucket.files.set('of/us/a/1/original', Buffer.from('a picture'));
  await expect(removeUnusedFiles(withBucket(started, other.bucket))).rejects.toThrow('is not the bucket');
  await removeUnusedFiles(deps);
  expect([await listNotes(), marksIn(bucket.files).length]).toEqual([[], 1]);
});

test('a database without anything in a bucket takes any, two servers at once mark it once, and another database beside', async () => {
  const [one, two] = [await startPictureApp({ isMarked: false }), await startPictureApp({ isMarked: false })];
  await Promise.all([markBucketAtStart(one.deps, testLog), markBucketAtStart(one.deps, testLog)]);
  expect(marksIn(one.bucket.files)).toHaveLength(1);
  await markBucketAtStart(withBucket(two, one.bucket.bucket), testLog);
  expect(marksIn(one.bucket.files)).toHaveLength(2);
  expect(await lookAtBucket(one.deps)).toMatchObject({ state: 'own', others: [expect.stringContaining('databases/')] });
});

test('a key that may only read marks nothing, and a bucket that is away is said to be that', async () => {
  const { deps, bucket } = await startUsed();
  const { warnings, log } = listen();
  bucket.answers.set('PUT ', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  await markBucketAtStart(deps, log);
  bucket.answers.set('GET ', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  await markBucketAtStart(deps, log);
  const said = 'The bucket of the pictures is not to be cleaned up';
  expect(warnings).toEqual([
    [said, `${bucket.bucket.url} refuses PUT: 403 AccessDenied`],
    [said, `${bucket.bucket.url} refuses GET: 403 AccessDenied`],
  ]);
});
