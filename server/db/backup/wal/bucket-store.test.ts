import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startBucket } from '#server/test/servers/bucket.ts';
import { readWhole, writeWhole } from './backup-store.ts';
import { bucketStore } from './bucket-store.ts';
import { readPacked } from './packing.ts';

const mebibyte = 2 ** 20;

async function* cutInto(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('files come back as they were written, by their names, and go', async () => {
  const { bucket, files } = await startBucket();
  const store = bucketStore(bucket);
  files.set('of/others/a', Buffer.from('x'));
  const names = ['wal/a/1', 'wal/a/2', 'wal/a/3', 'wal/a/4', 'wal/b/1'];
  for (const name of names) await writeWhole(store, name, Buffer.from(`content of ${name}`));
  expect((await store.list('wal/')).toSorted()).toEqual(names);
  expect((await store.list('wal/a/')).toSorted()).toEqual(names.slice(0, 4));
  expect(await store.list('nothing/')).toEqual([]);
  expect((await readWhole(store, 'wal/a/3')).toString()).toBe('content of wal/a/3');
  await store.remove('wal/a/3');
  expect(await store.list('wal/a/')).not.toContain('wal/a/3');
  await writeWhole(store, 'empty', Buffer.alloc(0));
  expect(await readWhole(store, 'empty')).toHaveLength(0);
});

test('a folder may have a space and letters of any script', async () => {
  const { bucket, files, uploads } = await startBucket();
  const store = bucketStore({ ...bucket, url: bucket.url.replace('/of/us', '/Order Manager/مطعم é') });
  const folder = 'Order Manager/مطعم é';
  await writeWhole(store, 'daily/a', Buffer.from('content'));
  expect([...files.keys()]).toEqual([`${folder}/daily/a`]);
  expect(await store.list('daily/')).toEqual(['daily/a']);
  expect((await readWhole(store, 'daily/a')).toString()).toBe('content');
  const initiated = new Date('2026-03-01T02:00:00Z');
  uploads.set('old', { key: `${folder}/wal/a/base`, initiated, parts: new Map() });
  await store.removeUnfinished('wal/', new Date('2026-03-01T02:30:00Z'));
  expect([...uploads.keys()]).toEqual([]);
  await store.remove('daily/a');
  expect(await store.list('daily/')).toEqual([]);
});

test('an answer that is no list of files is not one without files', async () => {
  const { bucket, answers } = await startBucket();
  const store = bucketStore(bucket);
  for (const body of ['', '<html>Sign in to the network</html>', '<ListBucketResult><Contents>']) {
    answers.set('GET ', { status: 200, body });
    await expect(store.list('wal/')).rejects.toThrow('does not answer as a bucket does');
  }
});

test('a large file is sent in parts, and is there when the last one is', async () => {
  const { bucket, files, uploads, requests } = await startBucket();
  const store = bucketStore(bucket);
  const bytes = randomBytes(33 * mebibyte);
  await store.write('large', cutInto(bytes, 3 * mebibyte));
  expect(requests.filter((line) => line.startsWith('PUT'))).toHaveLength(3);
  expect((await readWhole(store, 'large')).equals(bytes)).toBe(true);
  expect(uploads.size).toBe(0);

  // This one is as large as a part, to the byte.
  await store.write('even', cutInto(bytes.subarray(0, 16 * mebibyte), mebibyte));
  expect((await readWhole(store, 'even')).equals(bytes.subarray(0, 16 * mebibyte))).toBe(true);

  const broken = async function* () {
    yield* cutInto(bytes.subarray(0, 17 * mebibyte), mebibyte);
    throw new Error('broken off');
  };
  await expect(store.write('half', broken())).rejects.toThrow('broken off');
  expect([files.has('of/us/half'), uploads.size]).toEqual([false, 0]);
});

test('uploads that a killed process has left go, and younger ones stay', async () => {
  const { bucket, uploads } = await startBucket();
  const store = bucketStore(bucket);
  const begun = (key: string, initiated: string) => ({ key, initiated: new Date(initiated), parts: new Map() });
  uploads.set('old', begun('of/us/wal/a/base', '2026-03-01T02:00:00Z'));
  uploads.set('young', begun('of/us/wal/a/base', '2026-03-01T03:00:00Z'));
  uploads.set('of another chain', begun('of/us/wal/b/base', '2026-03-01T02:00:00Z'));
  await store.removeUnfinished('wal/a/', new Date('2026-03-01T02:30:00Z'));
  expect([...uploads.keys()]).toEqual(['young', 'of another chain']);
});

test('a bucket that refuses or is away says so in words without its secrets', async () => {
  const { bucket, answers, stop } = await startBucket();
  const wrong = bucketStore({ ...bucket, secret: 'another secret of the bucket' });
  const refused = await wrong.list('wal/').catch((error: unknown) => error as Error);
  expect(refused).toMatchObject({
    message: expect.stringContaining('refuses GET: 403 SignatureDoesNotMatch: The string'),
  });
  expect(JSON.stringify([refused, String(refused), (refused as Error).stack])).not.toMatch(
    /secret of|a signed text|canary/,
  );

  const store = bucketStore(bucket);
  await expect(readWhole(store, 'nowhere')).rejects.toThrow('refuses GET: 404 NoSuchKey');
  // The bytes are not damaged: there are none.
  await expect(readPacked(store, 'nowhere', undefined).next()).rejects.toThrow('refuses GET: 404 NoSuchKey');
  // The last answer of an upload begins well and may end badly.
  answers.set('POST /backups/of/us/large?uploadId=', {
    status: 200,
    body: '\n<Error><Code>InternalError</Code></Error>',
  });
  const large = cutInto(Buffer.alloc(17 * mebibyte), mebibyte);
  await expect(store.write('large', large)).rejects.toThrow('refuses a file: InternalError');

  await stop();
  await expect(store.list('wal/')).rejects.toThrow(`${bucket.url} cannot be reached: ECONNREFUSED`);
});
