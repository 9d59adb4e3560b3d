/** Pictures that move from their rows into a bucket, and back, while servers serve (decision 110). */
import { expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { transaction } from '#server/db/transaction.ts';
import { PictureLost } from '#server/db/unavailable.ts';
import { removeOldProofs } from '#server/modules/delivery/queries.ts';
import { makeReportedProblems } from '#server/test/data/reported-problems.ts';
import { makeDriver } from '#server/test/data/drivers.ts';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { listPictures, startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { movePictures } from './move-pictures.ts';
import { readPart } from './picture-files.ts';
import { findPictureSize } from './queries.ts';

/** Two restaurants with nine pictures in all, the photo of a problem, and everything that is served of them. */
async function startWithRows() {
  const started = await startPictureApp({ isUsed: false });
  const { app, makePlace } = started;
  const shop = await makeReportedProblems(app);
  const { _id: orderId } = await shop.placeCompleted();
  await shop.report(orderId, {}, { photo: makePng(9) });
  const places = [await makePlace(), await makePlace()];
  const urls: string[] = [];
  for (const [index, place] of places.entries())
    for (const [red, id] of Object.values(place.items).slice(0, 2).entries()) {
      const { item } = await place.upload(red, id);
      urls.push(item.imageUrl!);
      // The former pictures of both, and more that nobody shows.
      for (let more = 0; more < 2; more++) await place.upload(50 + index * 10 + more, id);
      await place.upload(red, id);
    }
  const authorization = `Bearer ${shop.owner.token}`;
  const photo = { url: `/api/v1/order/problem-photo/${orderId}`, headers: { authorization } };
  /** Read by a process that remembers nothing. */
  const readAll = async () => {
    const read = urls.map(async (url) => {
      const [, , id, file] = url.split('/') as [string, string, RestaurantId, string];
      const stored = await transaction(app.db, id, (tx) => findPictureSize(tx, id, file.slice(0, 64), 640));
      return (await readPart(started.deps.config, id, stored!, '640')).toString('hex');
    });
    return Promise.all(read);
  };
  return { ...started, shop, orderId, photo, readAll };
}

test('moving that is broken off goes on, leaves nothing behind, and everything is served as before', async () => {
  const { app, deps, names, readAll, cleanUpAt, listNotes } = await startWithRows();
  const before = await readAll();
  const rows = await listPictures(app.db);
  expect(rows.every(({ inRow }) => inRow)).toBe(true);
  expect(rows.length).toBeGreaterThan(5);
  const breakOff = () => {
    throw new Error('broken off');
  };
  await expect(movePictures(deps, { onProgress: breakOff })).rejects.toThrow('broken off');
  const between = await listPictures(app.db);
  expect(between.filter(({ inRow }) => !inRow)).toHaveLength(5);
  const pictureRows = between.filter(({ table }) => table === 'pictures');
  expect(pictureRows.filter(({ inRow, sizes }) => sizes !== (inRow ? 4 : 0))).toEqual([]);
  expect(await readAll()).toEqual(before);
  expect(await movePictures(deps)).toBe(rows.length - 5);
  const after = await listPictures(app.db);
  expect(after.map(({ table, restaurantId }) => [table, restaurantId])).toEqual(
    rows.map(({ table, restaurantId }) => [table, restaurantId]),
  );
  expect(after.filter(({ inRow, sizes, file }) => inRow || sizes > 0 || file === null)).toEqual([]);
  const pictures = rows.filter(({ table }) => table === 'pictures').length;
  expect([names().length, await listNotes()]).toEqual([pictures * 5 + (rows.length - pictures), []]);
  expect(await readAll()).toEqual(before);
  expect(await movePictures(deps)).toBe(0);
  await cleanUpAt(new Date());
  expect(await readAll()).toEqual(before);
});

test('a bucket that refuses ends the moving with its reason, and what was moved stays moved', async () => {
  const { app, bucket, deps, readAll, cleanUpAt, names } = await startWithRows();
  const before = await readAll();
  let count = 0;
  const refuse = () => {
    count += 1;
    bucket.answers.set('PUT /backups/of/us/', { status: 403, body: '<Error><Code>QuotaExceeded</Code></Error>' });
  };
  await expect(movePictures(deps, { onProgress: refuse })).rejects.toMatchObject({
    message: 'A picture could not be stored',
    cause: { message: expect.stringContaining('QuotaExceeded') },
  });
  expect(count).toBe(1);
  bucket.answers.clear();
  expect(await readAll()).toEqual(before);
  await movePictures(deps);
  expect((await listPictures(app.db)).filter(({ inRow }) => inRow)).toEqual([]);
  const moved = names();
  // Parts of refused files go, and nothing else.
  await cleanUpAt(new Date(Date.now() + 2 * 3_600_000));
  expect(names()).toEqual(moved);
});

test('two that move at once, and uploads meanwhile, lose nothing', async () => {
  const { app, deps, readAll, cleanUpAt, names, makePlace } = await startWithRows();
  const before = await readAll();
  const place = await makePlace();
  await Promise.all([movePictures(deps), movePictures(deps), place.upload(200), place.upload(201, place.items.burger)]);
  await movePictures(deps);
  expect(await readAll()).toEqual(before);
  const rows = await listPictures(app.db);
  expect(rows.filter(({ inRow }) => inRow)).toEqual([]);
  await cleanUpAt(new Date(Date.now() + 2 * 3_600_000));
  const files = new Set(names().map((name) => name.split('/').slice(0, 2).join('/')));
  expect([...files].toSorted()).toEqual(rows.map(({ restaurantId, file }) => `${restaurantId}/${file}`).toSorted());
  expect(await readAll()).toEqual(before);
});

test('all of them come back into the database, and the photo is read in both places', async () => {
  const { app, deps, readAll, photo, names, cleanUpAt } = await startWithRows();
  const before = await readAll();
  const shown = await app.app.inject(photo);
  const rows = await listPictures(app.db);
  await movePictures(deps);
  expect(await movePictures(deps, { isBack: true })).toBe(rows.length);
  expect(await listPictures(app.db)).toEqual(rows);
  expect(await readAll()).toEqual(before);
  expect((await app.app.inject(photo)).rawPayload).toEqual(shown.rawPayload);
  await cleanUpAt(new Date(Date.now() + 37 * DAY));
  expect(names()).toEqual([]);
});

test('the files of all that came back stay as long as backups name them, and that of a photo goes with its guest', async () => {
  const { deps, listNotes, names, cleanUpAt, app, shop, orderId } = await startWithRows();
  await movePictures(deps);
  const there = names();
  const { file } = (await listPictures(app.db)).find(({ table }) => table === 'order_problem_photos')!;
  await movePictures(deps, { isBack: true });
  expect(new Set((await listNotes()).map(({ why }) => why))).toEqual(new Set(['replaced']));
  await cleanUpAt(new Date());
  expect(names()).toEqual(there);
  // Reported again with another photo: backups of before are the only ones that name the first.
  await shop.report(orderId, {}, { photo: makePng(10) });
  await app.call('POST /auth/delete-customer', {}, shop.guest.token);
  const erased = (await listNotes()).filter(({ why }) => why === 'erased');
  expect(erased.map(({ prefix }) => prefix)).toEqual([`${shop.made.id}/${file}/`]);
  await cleanUpAt(new Date());
  expect(names()).toEqual(there.filter((name) => !name.includes(file!)));
});

test.each(['moved out again', 'replaced by another'])(
  'all files that a photo ever had go with its guest: moved back, then %s',
  async (then) => {
    const { app, deps, names, cleanUpAt, listNotes } = await startPictureApp();
    const shop = await makeReportedProblems(app);
    const { _id: orderId } = await shop.placeCompleted();
    await shop.report(orderId, {}, { photo: makePng(1) });
    const [first] = names();
    expect(await movePictures(deps, { isBack: true })).toBe(1);
    if (then === 'moved out again') expect(await movePictures(deps)).toBe(1);
    else {
      await shop.report(orderId, {}, { photo: makePng(2) });
      expect(await listNotes()).toEqual([{ prefix: first!.replace('original', ''), why: 'erased' }]);
    }
    expect(names()).toHaveLength(2);
    await app.call('POST /auth/delete-customer', {}, shop.guest.token);
    expect((await listNotes()).map(({ why }) => why)).toEqual(['erased', 'erased']);
    await cleanUpAt(new Date());
    expect([names(), await listNotes()]).toEqual([[], []]);
  },
);

test('one whose file is gone keeps no other from coming back', async () => {
  const { app, deps, bucket, names } = await startWithRows();
  await movePictures(deps);
  const [gone] = names();
  for (const name of bucket.files.keys()) {
    if (name.includes(gone!.slice(0, gone!.lastIndexOf('/')))) bucket.files.delete(name);
  }
  await expect(movePictures(deps, { isBack: true })).rejects.toThrow();
  expect((await listPictures(app.db)).filter(({ inRow }) => !inRow)).toHaveLength(1);
});

test('a batch whose only file is lost keeps nothing after it from coming back, and a bucket that is away does', async () => {
  const { app, deps, bucket } = await startPictureApp();
  const shop = await makeReportedProblems(app);
  const { _id: orderId } = await shop.placeCompleted();
  await shop.report(orderId, {}, { photo: makePng(9) });
  const params = { id: shop.made.items.water };
  const upload = (red: number) => ({ params, form: {}, files: { image: makePng(red) } });
  for (let red = 1; red <= 6; red++)
    await app.call('POST /menu/update-items-modifier/:id', upload(red), shop.owner.token);
  const pictures = (await listPictures(app.db)).filter(({ table }) => table === 'pictures');
  // In the order of their hashes, five at a time: the last is alone.
  const last = pictures
    .map(({ file }) => file!)
    .toSorted()
    .at(-1)!;
  for (const name of bucket.files.keys()) if (name.includes(last)) bucket.files.delete(name);
  bucket.answers.set('GET ', { status: 403, body: '' });
  await expect(movePictures(deps, { isBack: true })).rejects.not.toBeInstanceOf(PictureLost);
  expect((await listPictures(app.db)).filter(({ inRow }) => inRow)).toEqual([]);
  bucket.answers.clear();
  const lost: unknown[] = [];
  const onLost = (row: unknown) => void lost.push(row);
  await expect(movePictures(deps, { isBack: true, onLost })).rejects.toBeInstanceOf(PictureLost);
  expect(lost).toEqual([{ table: 'pictures', restaurantId: shop.made.id, key: last.slice(0, 64) }]);
  expect((await listPictures(app.db)).filter(({ inRow }) => !inRow).map(({ file }) => file)).toEqual([last]);
});

test('the photo of a problem is in the bucket, is replaced, and goes with its guest', async () => {
  const { app, names, cleanUpAt, listNotes } = await startPictureApp();
  const shop = await makeReportedProblems(app);
  const { _id: orderId } = await shop.placeCompleted();
  const reported = await shop.report(orderId, {}, { photo: makePng(1) });
  const authorization = `Bearer ${shop.owner.token}`;
  const read = () => app.app.inject({ url: `/api/v1/order/problem-photo/${orderId}`, headers: { authorization } });
  expect((await listPictures(app.db)).map(({ table, inRow }) => [table, inRow])).toEqual([
    ['order_problem_photos', false],
  ]);
  const first = await read();
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/png']);
  // Sent again after a lost answer.
  expect(await shop.report(orderId, {}, { photo: makePng(1) })).toEqual(reported);
  await shop.report(orderId, {}, { photo: makePng(2) });
  expect((await read()).rawPayload).not.toEqual(first.rawPayload);
  const mine = await app.app.inject({
    url: '/api/v1/auth/export-customer',
    headers: { authorization: `Bearer ${shop.guest.token}` },
  });
  expect(mine.json<{ problemPhotos: { base64: string }[] }>().problemPhotos[0]!.base64).toBe(
    (await read()).rawPayload.toString('base64'),
  );
  await app.call('POST /auth/delete-customer', {}, shop.guest.token);
  expect((await read()).statusCode).toBe(404);
  await cleanUpAt(new Date(Date.now() + 2 * 3_600_000));
  expect([names(), await listNotes()]).toEqual([[], []]);
});

test('the photo of a delivery is in the bucket, is read by its restaurant alone, and goes after thirty days', async () => {
  const { app, makePlace, names, cleanUpAt } = await startPictureApp();
  const [made, other] = [await makePlace(), await makePlace()];
  const [guest, driver] = [await makeCustomer(app.db, made.id), await makeDriver(app.db, made.id)];
  const body = deliveryOrder(made, [largeBurger(made, 2)], 50.94, { paymentMethod: 'cash on delivery' });
  const { order } = await app.call('POST /order/create-order', { body }, guest.token);
  const orderId = order._id;
  for (const status of ['Confirmed', 'Ready'] as const)
    await app.call('POST /order/update-order-status', { body: { orderId, status } }, made.owner.token);
  await app.call('POST /delivery/take-order', { body: { orderId } }, driver.token);
  await app.call('POST /delivery/hand-over', { form: { orderId }, files: { photo: makePng(3) } }, driver.token);
  expect(names()).toEqual([expect.stringMatching(new RegExp(`^${made.id}/[0-9a-f]{64}\\.[0-9a-f-]{36}/original$`))]);
  const details = { params: { id: orderId } };
  const { delivery } = (await app.call('GET /order/get-order-details/:id', details, made.owner.token)).order;
  const read = (token: string) =>
    app.app.inject({
      url: `/api/v1/delivery/get-photo/${delivery!._id!}`,
      headers: { authorization: `Bearer ${token}` },
    });
  const photo = await read(made.owner.token);
  expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await read(other.owner.token)).statusCode).toBe(404);
  const removeOldAt = async (now: Date) => {
    await removeOldProofs(app.db, now);
    await cleanUpAt(now);
  };
  await removeOldAt(new Date(Date.now() + 29 * DAY));
  expect(names()).toHaveLength(1);
  await removeOldAt(new Date(Date.now() + 31 * DAY));
  expect([names(), await listPictures(app.db)]).toEqual([[], []]);
});
