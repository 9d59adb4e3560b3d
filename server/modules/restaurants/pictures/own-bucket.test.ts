/** A database knows its bucket again, so that a mistyped setting loses no note of what is to be removed (decision 110). */
import { expect, test } from 'vitest';
import type { Bucket } from '#server/bucket-settings.ts';
import { readBucketMark } from '#server/db/marked-bucket.ts';
import { startBucket } from '#server/test/servers/bucket.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { describePictures } from './count-pictures.ts';
import { greetBucket, isBucketMistaken, lookAtBucket } from './own-bucket.ts';
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
  await greetBucket(deps, log);
  const { id, markedAt } = (await readBucketMark(app.db))!;
  expect([marksIn(bucket.files), markedAt, isBucketMistaken()]).toEqual([
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
  await greetBucket(mistaken, log);
  expect(warnings).toEqual([['The bucket of the pictures is not to be cleaned up', expect.stringContaining(reason)]]);
  expect([names(), await listNotes()]).toEqual(before);
  expect([isBucketMistaken(), other.files.size]).toEqual([true, 0]);

  await removeUnusedFiles(deps);
  expect([names().length, await listNotes(), isBucketMistaken()]).toEqual([5, [], false]);
  expect(await describePictures(deps)).toContain('1 in ');
});

test('files that were sent into the wrong bucket meanwhile do not make it the right one', async () => {
  const started = await startUsed();
  await greetBucket(started.deps, testLog);
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
  await Promise.all([greetBucket(one.deps, testLog), greetBucket(one.deps, testLog)]);
  expect(marksIn(one.bucket.files)).toHaveLength(1);
  await greetBucket(withBucket(two, one.bucket.bucket), testLog);
  expect(marksIn(one.bucket.files)).toHaveLength(2);
  expect(await lookAtBucket(one.deps)).toMatchObject({ state: 'own', others: [expect.stringContaining('databases/')] });
});

test('a key that may only read marks nothing, and a bucket that is away is said to be that', async () => {
  const { deps, bucket } = await startUsed();
  const { warnings, log } = listen();
  bucket.answers.set('PUT ', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  await greetBucket(deps, log);
  bucket.answers.set('GET ', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  await greetBucket(deps, log);
  const said = 'The bucket of the pictures is not to be cleaned up';
  expect(warnings).toEqual([
    [said, `${bucket.bucket.url} refuses PUT: 403 AccessDenied`],
    [said, `${bucket.bucket.url} refuses GET: 403 AccessDenied`],
  ]);
});
