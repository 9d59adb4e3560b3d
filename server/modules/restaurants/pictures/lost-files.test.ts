/** Pictures that rows name and the bucket has no longer, as after a restore of an older backup (decision 110). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { reportProblem } from '#server/modules/ordering/problems/report-problem.ts';
import { readArchive } from '#server/modules/restaurants/data-export/read-in/read-archive.ts';
import { readWholeArchive, sha256 } from '#server/test/data/archive-files.ts';
import { makeDriver } from '#server/test/data/drivers.ts';
import { zipOf } from '#server/test/data/make-zip.ts';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeReportedProblems } from '#server/test/data/reported-problems.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';
import { takeArchive } from '#server/test/data/take-archive.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { testLog } from '#server/test/servers/log.ts';
import { listPictures, startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { countBucketCalls } from './bucket-calls.ts';
import { readUnlessLost } from './picture-files.ts';
import { findPictureOfItem } from './queries.ts';

/** A restaurant with two dishes' pictures and the photos of two problems, and how the bucket loses some. */
async function start() {
  const started = await startPictureApp();
  const { app, bucket } = started;
  const shop = await makeReportedProblems(app);
  const { id, items } = shop.made;
  const dish = (itemId = items.water) => ({ params: { id: itemId } });
  const upload = (red: number, itemId = items.water) =>
    app.call(
      'POST /menu/update-items-modifier/:id',
      { ...dish(itemId), form: {}, files: { image: makePng(red) } },
      shop.owner.token,
    );
  const { item } = await upload(1);
  await upload(2, items.burger);
  const orderIds = [];
  for (const red of [8, 9]) {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id, {}, { photo: makePng(red) });
    orderIds.push(_id);
  }
  const [firstOrder, secondOrder] = orderIds as [(typeof orderIds)[number], (typeof orderIds)[number]];
  const folder = await mkdtemp(join(tmpdir(), 'lost-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'restaurant.zip');
  const take = async () => readWholeArchive(await takeArchive(app.db, id, folder, path, bucket.bucket));
  const photoFiles = async () => (await listPictures(app.db)).filter(({ table }) => table === 'order_problem_photos');
  const lose = (file: string) => {
    for (const name of bucket.files.keys()) if (name.includes(file)) bucket.files.delete(name);
  };
  const exportGuest = async () => {
    const headers = { authorization: `Bearer ${shop.guest.token}` };
    const answer = await app.app.inject({ url: '/api/v1/auth/export-customer', headers });
    return answer.json<{ problemPhotos: { orderId: string }[]; missingProblemPhotos: string[] }>();
  };
  const hash = item.imageUrl!.split('/').at(-1)!.slice(0, 64);
  return {
    ...started,
    shop,
    dish,
    upload,
    item,
    hash,
    firstOrder,
    secondOrder,
    path,
    take,
    photoFiles,
    lose,
    exportGuest,
  };
}

const fileNames = (files: Map<string, Buffer>) => [...files.keys()].filter((name) => name.includes('/'));

test('the archive leaves them out and names them, and is read in without them', async () => {
  const { app, deps, hash, firstOrder, secondOrder, path, take, lose } = await start();
  const whole = await take();
  expect(whole.manifest).toMatchObject({ version: 1, missing: [] });
  lose(hash);
  lose(sha256(whole.files.get(`problem-photos/${firstOrder}.png`)!));

  const archive = await take();
  const missing = [`pictures/${hash}.png`, `problem-photos/${firstOrder}.png`];
  expect(archive.manifest).toMatchObject({ version: 2, missing });
  expect(fileNames(archive.files)).toEqual(fileNames(whole.files).filter((name) => !missing.includes(name)));
  expect(archive.rows('order_problem_photos')).toEqual(whole.rows('order_problem_photos'));

  const made = await readArchive(deps, path, 'lost@example.test');
  expect(made.pictures).toBe(1);
  const owner = await makeOwner(app.db, made.restaurantId);
  const { orders } = await app.call('GET /order/get-problems', { query: { state: 'open' } }, owner.token);
  expect(new Set(orders.map(({ problem }) => problem!.hasPhoto))).toEqual(new Set([false, true]));
  const shown = orders.find(({ problem }) => problem!.hasPhoto)!;
  const headers = { authorization: `Bearer ${owner.token}` };
  const read = await app.app.inject({ url: `/api/v1/order/problem-photo/${shown._id}`, headers });
  expect(read.rawPayload.equals(whole.files.get(`problem-photos/${secondOrder}.png`)!)).toBe(true);
  const rows = (await listPictures(app.db)).filter(({ restaurantId }) => restaurantId === made.restaurantId);
  expect(rows.map(({ table }) => table)).toEqual(['order_problem_photos', 'pictures']);
});

test('an archive that lacks pictures alone is one that servers of before read as well', async () => {
  const { hash, take, lose } = await start();
  lose(hash);
  expect((await take()).manifest).toMatchObject({ version: 1, missing: [`pictures/${hash}.png`] });
});

test('a bucket that is not there itself makes the archive fail', async () => {
  const { bucket, take } = await start();
  bucket.answers.set('GET /backups/of/us/', { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' });
  await expect(take()).rejects.toThrow('A picture could not be read');
});

test("a guest's own data come without them, and name their orders", async () => {
  const { photoFiles, lose, exportGuest, firstOrder, secondOrder, bucket } = await start();
  const before = await exportGuest();
  expect([before.problemPhotos.map(({ orderId }) => orderId).toSorted(), before.missingProblemPhotos]).toEqual([
    [firstOrder, secondOrder].toSorted(),
    [],
  ]);
  const [lost] = await photoFiles();
  lose(lost!.file!);
  const after = await exportGuest();
  expect([after.problemPhotos.length, after.missingProblemPhotos.length]).toEqual([1, 1]);
  expect([...after.missingProblemPhotos, ...after.problemPhotos.map(({ orderId }) => orderId)].toSorted()).toEqual(
    [firstOrder, secondOrder].toSorted(),
  );
  // Damaged is as good as gone.
  const [, other] = await photoFiles();
  for (const name of bucket.files.keys()) if (name.includes(other!.file!)) bucket.files.set(name, Buffer.from('x'));
  expect((await exportGuest()).missingProblemPhotos).toHaveLength(2);
});

test('the dish opens without its picture, which is there again once it is uploaded again', async () => {
  const { app, shop, dish, upload, item, hash, lose, names, listNotes, cleanUpAt } = await start();
  const all = names().length;
  lose(hash);
  const { item: opened } = await app.call('GET /menu/get-items-modifier/:id', dish(), shop.owner.token);
  expect([opened.name, opened.image, opened.imageUrl]).toEqual([item.name, null, item.imageUrl]);
  const gone = await app.app.inject({ url: item.imageUrl! });
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
  const { item: again } = await upload(1);
  expect(again.imageUrl).toBe(item.imageUrl);
  expect((await app.app.inject({ url: item.imageUrl! })).statusCode).toBe(200);
  expect((await app.call('GET /menu/get-items-modifier/:id', dish(), shop.owner.token)).item.image).not.toBeNull();
  expect([names().length, (await listNotes()).map(({ why }) => why)]).toEqual([all, ['replaced']]);
  await cleanUpAt(new Date(Date.now() + 2 * 3_600_000));
  expect(names()).toHaveLength(all);
});

test.each([
  ['a width is gone', '640', null],
  ['the original is damaged', 'original', Buffer.from('x')],
])('the same picture uploaded again is sent again where %s', async (_, part, left) => {
  const { app, upload, item, hash, bucket, names } = await start();
  const all = names().length;
  const sent = () => bucket.requests.filter((line) => line.startsWith('PUT ')).length;
  const before = sent();
  await upload(1);
  expect(sent()).toBe(before);
  const name = [...bucket.files.keys()].find((one) => one.includes(hash) && one.endsWith(`/${part}`))!;
  if (left === null) bucket.files.delete(name);
  else bucket.files.set(name, left);
  await upload(1);
  expect(sent()).toBe(before + 5);
  expect((await app.app.inject({ url: item.imageUrl! })).statusCode).toBe(200);
  expect(names()).toHaveLength(left === null ? all + 4 : all + 5);
});

test('the photo of a problem is there again once its guest sends the same report again, answered or not', async () => {
  const { app, shop, firstOrder, secondOrder, photoFiles, lose, names, listNotes, bucket } = await start();
  const sent = () => bucket.requests.filter((line) => line.startsWith('PUT ')).length;
  const read = async (orderId: string) => {
    const headers = { authorization: `Bearer ${shop.owner.token}` };
    return (await app.app.inject({ url: `/api/v1/order/problem-photo/${orderId}`, headers })).statusCode;
  };
  const all = names().length;
  await shop.answerProblem(secondOrder, { kind: 'reply', note: 'Sorry' });
  for (const { file } of await photoFiles()) lose(file!);
  const ages = () =>
    platformTransaction(app.db, 'administration', (tx) =>
      tx.selectFrom('order_problem_photos').select(['order_id', 'created_at']).orderBy('order_id').execute(),
    );
  const old = await ages();
  expect([await read(firstOrder), await read(secondOrder)]).toEqual([404, 404]);
  for (const [orderId, red] of [
    [firstOrder, 8],
    [secondOrder, 9],
  ] as const) {
    const { version } = (await shop.read(orderId)).problem!;
    expect((await shop.report(orderId, {}, { photo: makePng(red) })).problem).toMatchObject({
      version,
      hasPhoto: true,
    });
    // The guest does not wait for it.
    await expect.poll(() => read(orderId)).toBe(200);
  }
  expect([names().length, (await listNotes()).map(({ why }) => why)]).toEqual([all, ['replaced', 'replaced']]);
  expect(await ages()).toEqual(old);
  const before = sent();
  await Promise.all([1, 2, 3].map(() => shop.report(firstOrder, {}, { photo: makePng(8) })));
  expect(sent()).toBe(before);
  // Lost again, and sent several times at once: one of them stays.
  lose((await photoFiles())[0]!.file!);
  lose((await photoFiles())[1]!.file!);
  await Promise.all([1, 2, 3].map(() => shop.report(firstOrder, {}, { photo: makePng(8) })));
  await expect
    .poll(async () => [await read(firstOrder), await read(secondOrder), names().length])
    .toEqual([200, 404, all - 1]);
});

test('a report that is repeated is answered at once where its lost photo cannot be sent', async () => {
  const { app, shop, firstOrder, photoFiles, lose, bucket } = await start();
  for (const { file } of await photoFiles()) lose(file!);
  const rows = await listPictures(app.db);
  const photo = { bytes: Buffer.from(await makePng(8).arrayBuffer()) };
  const warnings: unknown[] = [];
  const report = (log = testLog) =>
    reportProblem(
      { db: app.db, config: { ...testConfig, pictureBucket: bucket.bucket }, clock: app.clock.now, log },
      { restaurantId: shop.made.id, customerId: shop.guest.customerId },
      { orderId: firstOrder, kind: 'missing', wish: 'refund', note: '', lines: [], removesPhoto: false, photo },
    );
  bucket.answers.set('PUT ', { status: 403, body: '' });
  const warn = (facts: { orderId?: string }, message: string) => void warnings.push([message, facts.orderId]);
  expect((await report({ ...testLog, warn })).problem).toMatchObject({ version: 1, hasPhoto: true });
  await expect.poll(() => warnings).toEqual([['The lost photo of a problem could not be brought back', firstOrder]]);
  bucket.delays.set('GET ', 6_000);
  const begun = performance.now();
  await report();
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(await listPictures(app.db)).toEqual(rows);
});

test('the photo of a delivery is there again once the driver hands over again with the same one', async () => {
  const { app, shop, lose, bucket } = await start();
  const { made, owner } = shop;
  const guest = await makeCustomer(app.db, made.id);
  const driver = await makeDriver(app.db, made.id);
  const body = deliveryOrder(made, [largeBurger(made, 2)], 50.94, { paymentMethod: 'cash on delivery' });
  const { order } = await app.call('POST /order/create-order', { body }, guest.token);
  const orderId = order._id;
  const move = (status: 'Confirmed' | 'Ready') =>
    app.call('POST /order/update-order-status', { body: { orderId, status } }, owner.token);
  const handOver = (red: number) =>
    app.call('POST /delivery/hand-over', { form: { orderId }, files: { photo: makePng(red) } }, driver.token);
  await move('Confirmed');
  await app.call('POST /delivery/take-order', { body: { orderId } }, driver.token);
  await move('Ready');
  await handOver(3);
  const { order: done } = await app.call('GET /order/get-order-details/:id', { params: { id: orderId } }, owner.token);
  const read = async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    return (await app.app.inject({ url: `/api/v1/delivery/get-photo/${done.delivery!._id!}`, headers })).statusCode;
  };
  expect(await read()).toBe(200);
  const stored = (await listPictures(app.db)).find(({ table }) => table === 'delivery_photos')!;
  lose(stored.file!);
  expect(await read()).toBe(404);
  await handOver(4);
  expect(await read()).toBe(404);
  // A bucket that refuses and one that hangs fail no hand-over, and the driver waits for neither.
  bucket.answers.set('PUT ', { status: 403, body: '' });
  await handOver(3);
  bucket.answers.clear();
  const hanging = Promise.withResolvers<void>();
  bucket.delays.set('GET ', hanging.promise);
  const begun = performance.now();
  await Promise.all([handOver(3), handOver(3)]);
  expect(performance.now() - begun).toBeLessThan(5_000);
  bucket.delays.clear();
  hanging.resolve();
  await expect.poll(read, { timeout: 30_000 }).toBe(200);
});

test('a photo that is in the archive is read in, whatever its manifest says to be missing', async () => {
  const { app, deps, firstOrder, secondOrder, path, take } = await start();
  const { files, manifest } = await take();
  // The first photo is of another type, and the second is there.
  manifest.missing = [
    `problem-photos/${firstOrder}.jpg`,
    `problem-photos/${secondOrder}.png`,
    `pictures/${'a'.repeat(64)}.png`,
  ];
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, version: 2 })));
  const zip = zipOf(
    [...files].map(([name, content]) => ({ path: name, content })),
    '0'.repeat(64),
  ).subarray(0, -64);
  await writeFile(path, Buffer.concat([zip, Buffer.from(sha256(zip))]));
  const made = await readArchive(deps, path, 'not-lost@example.test');
  const owner = await makeOwner(app.db, made.restaurantId);
  const { orders } = await app.call('GET /order/get-problems', { query: { state: 'open' } }, owner.token);
  expect(orders.map(({ problem }) => problem!.hasPhoto)).toEqual([true, true]);
  const headers = { authorization: `Bearer ${owner.token}` };
  for (const { _id } of orders)
    expect((await app.app.inject({ url: `/api/v1/order/problem-photo/${_id}`, headers })).statusCode).toBe(200);
});

test('a damaged original is counted, and the log says whose it is', async () => {
  const { app, deps, hash, bucket, shop } = await start();
  for (const name of bucket.files.keys()) {
    if (name.includes(hash) && name.endsWith('/original')) bucket.files.set(name, Buffer.from('x'));
  }
  const missing = () =>
    countBucketCalls().find(({ labels }) => labels.call === 'read' && labels.outcome === 'missing')!.value;
  const before = missing();
  const { id, items } = shop.made;
  const stored = await transaction(app.db, id, (tx) => findPictureOfItem(tx, id, items.water));
  const warnings: unknown[] = [];
  const log = { ...testLog, warn: (facts: object, message: string) => void warnings.push([message, facts]) };
  expect(await readUnlessLost({ config: deps.config, log }, id, stored!)).toBeNull();
  expect(missing()).toBe(before + 1);
  const picture = `${stored!.file}/original`;
  const reason = `${bucket.bucket.url}/${id}/${picture} is not what was stored there`;
  expect(warnings).toEqual([['A picture is gone from its bucket', { restaurantId: id, picture, reason }]]);
});

test('the icon of a site whose logo is lost is remembered for a minute without it', async () => {
  const { app, bucket, shop, lose } = await start();
  const { branding } = await app.call(
    'POST /restaurant/update-branding',
    { form: {}, files: { logo: makePng(5) } },
    shop.owner.token,
  );
  const logo = branding.logo!.split('/').at(-1)!;
  const kept = new Map(bucket.files);
  lose(logo);
  const reads = () => bucket.requests.filter((line) => line.startsWith('GET ') && line.includes(`${logo}.`)).length;
  const read = async () => (await app.app.inject({ url: `/${shop.made.slug}/icon-any-192.png` })).rawPayload;
  const before = reads();
  const without = await read();
  expect(await read()).toEqual(without);
  expect(reads()).toBe(before + 1);
  for (const [name, bytes] of kept) bucket.files.set(name, bytes);
  app.clock.advance(60_000);
  const withLogo = await read();
  expect(withLogo.equals(without)).toBe(false);
  app.clock.advance(3_600_000);
  expect(await read()).toEqual(withLogo);
  expect(reads()).toBe(before + 2);
});
