/** One of two servers is killed while pictures are on their way to the bucket: each row has its bytes, and each file a row or a note (decision 110). */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '#contract/base/client.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startBucket } from '#server/test/servers/bucket.ts';
import { cleanUpAt, listPictures } from '#server/test/servers/picture-bucket.ts';
import { startTwoServers } from './two-servers.ts';

const HOUR = 3_600_000;
/** Milliseconds from the first bytes at the bucket to the kill: while parts come, as the row is written, and after the answer. */
const killsAfterMs = [0, 30, 100, 300, 1_000];

test(`${killsAfterMs.length} kills lose no picture that was saved, and leave no file for good`, async () => {
  const { bucket, files, requests, delays } = await startBucket();
  delays.set('PUT ', 20);
  const servers = await startTwoServers({
    NODE_ENV: 'development',
    PICTURE_BUCKET: bucket.url,
    PICTURE_BUCKET_REGION: bucket.region,
    PICTURE_BUCKET_KEY_ID: bucket.keyId,
    PICTURE_BUCKET_SECRET: bucket.secret,
  });
  onTestFinished(() => servers.remove());
  const { database, machines } = servers;
  const { db } = database;
  const { id, items } = await makeRestaurant(db);
  const { token } = await makeOwner(db, id);
  const clients = machines.map(({ url }) => createClient({ fetch, token: () => token, origin: url }));
  const upload = (server: 0 | 1, red: number) =>
    clients[server]!.call('POST /menu/update-items-modifier/:id', {
      params: { id: server === 0 ? items.water : items.burger },
      form: {},
      files: { image: makePng(red) },
    });
  const puts = () => requests.filter((line) => line.startsWith('PUT ')).length;
  const saved: [string[], string[]] = [[], []];

  for (const [round, afterMs] of killsAfterMs.entries()) {
    const before = puts();
    const uploads = ([0, 1] as const).map((server) =>
      upload(server, 100 * server + round).then(
        ({ item }) => void saved[server].push(item.imageUrl!),
        () => undefined,
      ),
    );
    await expect.poll(() => puts() - before, { timeout: 20_000, interval: 1 }).toBeGreaterThan(5);
    await sleep(afterMs);
    await servers.restart(0);
    await Promise.all(uploads);
  }
  // The other server was not disturbed.
  expect(saved[1]).toHaveLength(killsAfterMs.length);
  for (const url of saved.flat()) expect((await fetch(machines[0].url + url)).status, url).toBe(200);

  const rows = await listPictures(db);
  const names = () =>
    [...files.keys()].map((name) => name.replace('of/us/', '')).filter((name) => !name.startsWith('databases/'));
  for (const { file } of rows) expect(names().filter((name) => name.startsWith(`${id}/${file}/`))).toHaveLength(5);
  const notes = await db.selectFrom('unused_files').select(['prefix', 'why']).execute();
  const known = new Set([...rows.map(({ file }) => `${id}/${file}/`), ...notes.map(({ prefix }) => prefix)]);
  expect(names().filter((name) => !known.has(name.slice(0, name.lastIndexOf('/') + 1)))).toEqual([]);
  expect(notes.length).toBeLessThanOrEqual(killsAfterMs.length);

  await cleanUpAt(db, bucket, new Date(Date.now() + 2 * HOUR));
  expect(names()).toHaveLength(rows.length * 5);
});
