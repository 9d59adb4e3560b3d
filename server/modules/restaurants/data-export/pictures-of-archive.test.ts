/** The archive of a restaurant whose pictures are in a bucket has them whole, and is read in by servers with a bucket and without. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readWholeArchive, sha256 } from '#server/test/data/archive-files.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeReportedProblems } from '#server/test/data/reported-problems.ts';
import { takeArchive } from '#server/test/data/take-archive.ts';
import { startApp, testConfig } from '#server/test/servers/app.ts';
import { listPictures, startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { readArchive } from './read-in/read-archive.ts';

async function exportedRestaurant() {
  const started = await startPictureApp();
  const { app } = started;
  const shop = await makeReportedProblems(app);
  const { id } = shop.made;
  for (const red of [1, 2]) {
    const dish = { params: { id: shop.made.items.burger }, form: {}, files: { image: makePng(red) } };
    await app.call('POST /menu/update-items-modifier/:id', dish, shop.owner.token);
  }
  const { _id: orderId } = await shop.placeCompleted();
  await shop.report(orderId, {}, { photo: makePng(9) });
  const folder = await mkdtemp(join(tmpdir(), 'pictures-of-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'restaurant.zip');
  const take = () => takeArchive(app.db, id, folder, path, started.bucket.bucket);
  return { ...started, id, path, take };
}

const pictureFiles = (files: Map<string, Buffer>) => [...files].filter(([name]) => name.includes('/'));

test('each picture and photo is in it, and comes to a bucket, to a database, and to a database whose bucket is away', async () => {
  const { app, bucket, deps, id, path, take } = await exportedRestaurant();
  const archive = readWholeArchive(await take());
  const files = pictureFiles(archive.files);
  expect(files.map(([name]) => name.split('/')[0])).toEqual(['pictures', 'pictures', 'problem-photos']);
  for (const [name, bytes] of files.slice(0, 2)) expect(name).toBe(`pictures/${sha256(bytes)}.png`);
  expect(Object.keys(archive.rows('pictures')[0]!)).not.toContain('file');

  const beside = await readArchive(deps, path, 'beside@example.test');
  expect([beside.pictures, beside.arePicturesMoved]).toEqual([2, true]);
  const rows = (await listPictures(app.db)).filter(({ restaurantId }) => restaurantId === beside.restaurantId);
  expect(rows.map(({ inRow }) => inRow)).toEqual([false, false, false]);
  const theirs = [...bucket.files.keys()].filter((name) => name.startsWith(`of/us/${beside.restaurantId}/`));
  expect(theirs).toHaveLength(11);

  const without = await startApp();
  onTestFinished(() => without.close());
  const { db, clock } = without;
  const alone = await readArchive({ db, config: testConfig, clock: clock.now }, path, 'alone@example.test');
  expect([alone.pictures, alone.arePicturesMoved]).toEqual([2, true]);
  expect((await listPictures(db)).map(({ inRow }) => inRow)).toEqual([true, true, true]);

  await bucket.stop();
  const away = await readArchive({ ...deps, db, clock: clock.now }, path, 'away@example.test');
  expect([away.pictures, away.arePicturesMoved]).toEqual([2, false]);
  expect((await listPictures(db)).map(({ inRow }) => inRow)).toEqual(Array.from({ length: 6 }, () => true));
  expect(id).not.toBe(alone.restaurantId);
});

test('a bucket that is away makes the export fail, rather than lack pictures', async () => {
  const { bucket, take } = await exportedRestaurant();
  bucket.answers.set('GET /backups/of/us/', { status: 403, body: '' });
  await expect(take()).rejects.toThrow('A picture could not be read');
  bucket.answers.clear();
  expect(pictureFiles(readWholeArchive(await take()).files)).toHaveLength(3);
});
