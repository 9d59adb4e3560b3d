/** The clean-up of the bucket beside files that cannot be removed, beside thousands, and in two servers (decision 110). */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

const note = (db: Db, prefix: string, why: string, hoursAgo: number) =>
  sql`insert into unused_files (prefix, why, since) values (${prefix}, ${why}, now() - make_interval(hours => ${hoursAgo}))`.execute(
    db,
  );

async function startWithFiles(prefixes: Record<string, [why: string, hoursAgo: number]>) {
  const started = await startPictureApp();
  for (const [prefix, [why, hoursAgo]] of Object.entries(prefixes)) {
    await note(started.app.db, prefix, why, hoursAgo);
    started.bucket.files.set(`of/us/${prefix}original`, Buffer.from('a picture'));
  }
  return started;
}

test('one that cannot be removed keeps no other from going, in whatever round', async () => {
  const stuck = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`a/${n}/`, ['erased', 99] as [string, number]]),
  );
  const { bucket, deps, names, app, listNotes } = await startWithFiles({ ...stuck, 'b/1/': ['erased', 1] });
  bucket.answers.set('DELETE /backups/of/us/a/', { status: 403, body: '' });
  await expect(removeUnusedFiles(deps)).rejects.toThrow('refuses DELETE: 403');
  await note(app.db, 'b/2/', 'upload', 2);
  bucket.files.set('of/us/b/2/original', Buffer.from('a picture'));
  await expect(removeUnusedFiles(deps)).rejects.toThrow('refuses DELETE: 403');
  expect(names()).toEqual(
    Object.keys(stuck)
      .map((prefix) => `${prefix}original`)
      .toSorted(),
  );
  bucket.answers.clear();
  await removeUnusedFiles(deps);
  expect([names(), await listNotes()]).toEqual([[], []]);
});

test('erased ones go before thousands of replaced ones', async () => {
  const { app, bucket, deps, names } = await startWithFiles({ 'z/1/': ['erased', 0] });
  await sql`insert into unused_files (prefix, why, since)
    select 'b/' || n || '/', 'replaced', now() - interval '99 days' from generate_series(1, 6000) n`.execute(app.db);
  const requests = bucket.requests.length;
  const stopping = new AbortController();
  const removing = removeUnusedFiles(deps, stopping.signal);
  await expect.poll(() => names()).toEqual([]);
  expect(bucket.requests.slice(requests).findIndex((line) => line.startsWith('DELETE '))).toBeLessThan(8);
  stopping.abort();
  await removing;
});

test('a bucket that is away is asked a few times, not once for each file', async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`a/${n}/`, ['erased', 1] as [string, number]]));
  const { bucket, deps, listNotes } = await startWithFiles(many);
  const asked = (method: string) => bucket.requests.filter((line) => line.startsWith(method)).length;
  bucket.answers.set('DELETE ', { status: 403, body: '' });
  await expect(removeUnusedFiles(deps)).rejects.toThrow('refuses DELETE: 403');
  expect(asked('DELETE ')).toBe(40);
  const before = asked('GET ');
  bucket.answers.set('GET ', { status: 403, body: '' });
  await expect(removeUnusedFiles(deps)).rejects.toThrow('refuses GET: 403');
  expect([asked('GET ') - before, (await listNotes()).length]).toEqual([1, 50]);
});

test('two servers that clean up at once remove everything, and nothing fails', async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`a/${n}/`, ['erased', 1] as [string, number]]));
  const { deps, names, listNotes } = await startWithFiles(many);
  await Promise.all([removeUnusedFiles(deps), sleep(5).then(() => removeUnusedFiles(deps))]);
  expect([names(), await listNotes()]).toEqual([[], []]);
});
