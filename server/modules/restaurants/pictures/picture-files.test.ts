/** Pictures whose bytes are in a bucket (decision 110). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CallError } from '#contract/base/client.ts';
import { transaction } from '#server/db/transaction.ts';
import { makePng } from '#server/test/data/png.ts';
import { listPictures, startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { makePicture } from './picture.ts';
import { partsOf, sendFile, sendPicture } from './picture-files.ts';
import { storePictures } from './store-picture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? [error.status, error.answer?.code] : error),
  );
const pngBytes = async (red: number) => Buffer.from(await makePng(red).arrayBuffer());

test('the bytes of a new picture are in the bucket alone, and are served as those of a row are', async () => {
  const { app, bucket, makePlace, names } = await startPictureApp();
  const place = await makePlace();
  const { item } = await place.upload(1);
  const picture = await makePicture(place.id, await pngBytes(1));
  const [row, ...others] = await listPictures(app.db);
  expect([others, row]).toEqual([
    [],
    { table: 'pictures', restaurantId: place.id, file: expect.any(String), inRow: false, sizes: 0 },
  ]);
  expect(row!.file).toMatch(new RegExp(`^${picture.hash}\\.[0-9a-f-]{36}$`));
  const prefix = `${place.id}/${row!.file}`;
  expect(names()).toEqual(['1200', '176', '640', '88', 'original'].map((part) => `${prefix}/${part}`));
  expect(bucket.files.get(`of/us/${prefix}/original`)!.equals(picture.bytes)).toBe(true);
  expect(item.imageUrl).toBe(`/media/${place.id}/${picture.hash}-640.webp`);

  for (const { width, bytes } of picture.sizes) {
    const asked = bucket.requests.length;
    const url = `/media/${place.id}/${picture.hash}-${width}.webp`;
    const [first, again] = [await app.app.inject({ url }), await app.app.inject({ url })];
    for (const answer of [first, again]) {
      expect([answer.statusCode, answer.headers]).toMatchObject([
        200,
        {
          'content-type': 'image/webp',
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
          etag: `"${picture.hash}-${width}"`,
        },
      ]);
      expect(answer.rawPayload.equals(bytes)).toBe(true);
    }
    expect(bucket.requests.length).toBe(asked + 1);
  }
  const one = { params: { id: place.items.water } };
  const { item: read } = await app.call('GET /menu/get-items-modifier/:id', one, place.siteToken);
  expect(Buffer.from(read.image!, 'base64').equals(picture.bytes)).toBe(true);
});

test('many who ask for one picture at once have it read once', async () => {
  const { app, bucket, makePlace } = await startPictureApp();
  const { item } = await (await makePlace()).upload(1);
  const asked = bucket.requests.length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.app.inject({ url: item.imageUrl! })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(bucket.requests.length).toBe(asked + 1);
});

test('the picture of another restaurant is not found, and the bucket is not asked', async () => {
  const { app, bucket, makePlace } = await startPictureApp();
  const [theirs, ours] = [await makePlace(), await makePlace()];
  const { item } = await theirs.upload(1);
  await ours.upload(2);
  const asked = bucket.requests.length;
  expect((await app.app.inject({ url: item.imageUrl!.replace(theirs.id, ours.id) })).statusCode).toBe(404);
  expect(bucket.requests.length).toBe(asked);
});

test('an equal picture is sent once, also where many send it at once', async () => {
  const { app, makePlace, names, listNotes, cleanUpAt } = await startPictureApp();
  const place = await makePlace();
  await place.upload(1);
  await place.upload(1, place.items.burger);
  expect([names().length, await listNotes()]).toEqual([5, []]);
  const { upload, items, id } = await makePlace();
  await Promise.all([upload(1), upload(1, items.burger)]);
  const rows = await listPictures(app.db);
  expect(rows.map(({ inRow }) => inRow)).toEqual([false, false]);
  await cleanUpAt(new Date(Date.now() + 2 * HOUR));
  expect(names().filter((name) => name.startsWith(id))).toHaveLength(5);
  expect(await listNotes()).toEqual([]);
});

test('logo, cover and icon of a site and the picture of an outlet are read from there', async () => {
  const { app, makePlace } = await startPictureApp();
  const place = await makePlace();
  const { token } = place.owner;
  const files = { logo: makePng(1), cover: makePng(1) };
  const { branding } = await app.call('POST /restaurant/update-branding', { form: {}, files }, token);
  expect(branding.logo).toBe(branding.cover);
  const outlet = { params: { id: place.outletId }, form: {}, files: { image: makePng(2) } };
  await app.call('PUT /outlet/update-outlet/:id', outlet, token);
  expect((await listPictures(app.db)).map(({ inRow }) => inRow)).toEqual([false, false]);
  for (const url of [`${branding.logo!}-88.webp`, `${branding.logo!}-1200.webp`, `/${place.slug}/icon-any-192.png`])
    expect((await app.app.inject({ url })).statusCode, url).toBe(200);
});

test('a bucket that refuses an upload makes it fail with nothing saved, and it succeeds afterwards', async () => {
  const { app, bucket, makePlace, names, listNotes, cleanUpAt } = await startPictureApp();
  const place = await makePlace();
  bucket.answers.set('PUT /backups/of/us/', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  expect(await refusalOf(place.upload(1, place.items.water, { name: 'Not saved' }))).toEqual([503, 'server.busy']);
  const one = { params: { id: place.items.water } };
  const { item } = await app.call('GET /menu/get-items-modifier/:id', one, place.owner.token);
  expect([item.name, item.imageUrl, await listPictures(app.db)]).toEqual([`water ${place.canary}`, null, []]);
  expect(await listNotes()).toEqual([{ prefix: expect.stringContaining(place.id), why: 'failed' }]);
  expect(app.log.join('\n')).toContain('refuses PUT: 403 AccessDenied');
  expect(app.log.join('\n')).not.toContain(bucket.bucket.secret);

  bucket.answers.clear();
  await place.upload(1, place.items.water, { name: 'Saved' });
  expect([names().length, (await listPictures(app.db)).length]).toEqual([5, 1]);
  await cleanUpAt(new Date(Date.now() + 2 * HOUR));
  expect([names().length, await listNotes()]).toEqual([5, []]);
});

test('a bucket that is away makes reads wait with 503, which nobody keeps; rows go on being served', async () => {
  const { app, bucket, deps, makePlace } = await startPictureApp();
  const place = await makePlace();
  const { item } = await place.upload(1);
  const old = await makePicture(place.id, await pngBytes(2));
  await transaction(app.db, place.id, (tx) => storePictures(tx, place.id, [old], deps.clock()));
  bucket.answers.set('GET /backups/of/us/', { status: 403, body: '' });
  for (let time = 0; time < 2; time++) {
    const answer = await app.app.inject({ url: item.imageUrl! });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'server.busy']);
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  }
  bucket.answers.clear();
  expect((await app.app.inject({ url: item.imageUrl! })).statusCode).toBe(200);
  await bucket.stop();
  expect((await app.app.inject({ url: item.imageUrl!.replace('-640', '-88') })).statusCode).toBe(503);
  expect(await refusalOf(place.upload(3))).toEqual([503, 'server.busy']);
  expect((await app.app.inject({ url: `/media/${place.id}/${old.hash}-88.webp` })).statusCode).toBe(200);
});

test('an original that is not what was sent is not handed out', async () => {
  const { app, bucket, makePlace, names } = await startPictureApp();
  const place = await makePlace();
  await place.upload(1);
  bucket.files.set(`of/us/${names().find((name) => name.endsWith('original'))!}`, Buffer.from('another picture'));
  const dish = { params: { id: place.items.water } };
  const { item } = await app.call('GET /menu/get-items-modifier/:id', dish, place.siteToken);
  expect(item.image).toBeNull();
});

test('a file whose row was never written, because the server was killed, is removed after an hour', async () => {
  const { deps, makePlace, names, listNotes, cleanUpAt } = await startPictureApp();
  const place = await makePlace();
  await place.upload(1);
  await sendFile(deps, place.id, partsOf(await makePicture(place.id, await pngBytes(2))));
  expect(names()).toHaveLength(10);
  await cleanUpAt(new Date(Date.now() + 0.9 * HOUR));
  expect(names()).toHaveLength(10);
  await cleanUpAt(new Date(Date.now() + 1.1 * HOUR));
  expect([names().length, await listNotes()]).toEqual([5, []]);
});

test('no row names a file that is being removed', async () => {
  const { app, bucket, deps, makePlace, names, cleanUpAt } = await startPictureApp();
  const place = await makePlace();
  const picture = await sendPicture(deps, place.id, await makePicture(place.id, await pngBytes(2)));
  bucket.answers.set('DELETE ', { status: 403, body: '' });
  await cleanUpAt(new Date(Date.now() + 2 * HOUR));
  const late = transaction(app.db, place.id, (tx) => storePictures(tx, place.id, [picture], deps.clock()));
  await expect(late).rejects.toThrow('left the bucket');
  expect([await listPictures(app.db), names().length]).toEqual([[], 5]);
  // The next round removes what this one could not.
  bucket.answers.clear();
  await cleanUpAt(new Date(Date.now() + 2 * HOUR));
  expect(names()).toEqual([]);
});

test('the file of a replaced picture stays as long as backups name it', async () => {
  const { app, makePlace, names, cleanUpAt } = await startPictureApp();
  const place = await makePlace();
  await place.upload(1);
  await place.upload(2);
  await cleanUpAt(new Date(Date.now() + 25 * HOUR));
  expect([names().length, (await listPictures(app.db)).length]).toEqual([10, 1]);
  await cleanUpAt(new Date(Date.now() + 35.9 * DAY));
  expect(names()).toHaveLength(10);
  await cleanUpAt(new Date(Date.now() + 36.1 * DAY));
  expect(names()).toHaveLength(5);
});

test('uploads whose changes are refused again and again are bounded', async () => {
  const { app, makePlace } = await startPictureApp();
  const [place, other] = [await makePlace(), await makePlace()];
  await sql`insert into unused_files (prefix, why) select ${place.id} || '/' || n || '/', 'upload' from generate_series(1, 100) n`.execute(
    app.db,
  );
  expect(await refusalOf(place.upload(1))).toEqual([429, 'rate.limited']);
  await other.upload(1);
});

test('a row that a program of before has given sizes again is served from them', async () => {
  const { app, bucket, makePlace } = await startPictureApp();
  const place = await makePlace();
  const { item } = await place.upload(1);
  const { hash, sizes } = await makePicture(place.id, await pngBytes(1));
  await transaction(app.db, place.id, (tx) =>
    sql`insert into picture_sizes (restaurant_id, hash, width, content_type, bytes)
      values (${place.id}, ${hash}, 640, 'image/webp', ${sizes[2]!.bytes})`.execute(tx),
  );
  await bucket.stop();
  expect((await app.app.inject({ url: item.imageUrl! })).statusCode).toBe(200);
});
