/** The files of an erased restaurant leave the bucket of the pictures, also where it does not answer at first (decision 110). */
import { expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeSample } from '#server/test/data/sample-input.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { openErasingServer } from '#server/test/servers/erasing-server.ts';
import { testLog } from '#server/test/servers/log.ts';
import { listPictures, startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { makeOffboardingOwner } from '#server/test/data/offboarding.ts';
import { ownersPassword as password } from '#server/test/data/restaurant.ts';
import { repeatRestaurantErasures, scheduleRestaurantErasures } from './erase-restaurant.ts';

const DAY = 24 * 3_600_000;

test('all of them go, those that no row names included, and no other ones', async () => {
  const { app, bucket, makePlace, names, cleanUpAt, listNotes } = await startPictureApp();
  const { db } = app;
  const [going, staying] = [await makeSample(app), await makePlace()];
  const { token } = await makeOffboardingOwner(db, going.id);
  const upload = (red: number) =>
    app.call(
      'POST /menu/update-items-modifier/:id',
      { params: { id: going.items.water }, form: {}, files: { image: makePng(red) } },
      token,
    );
  await upload(1);
  await upload(2);
  await staying.upload(1);
  // A file of a moment after the last backup, of which the database knows nothing.
  bucket.files.set(`of/us/${going.id}/unknown/original`, Buffer.from('unknown'));
  const own = names().filter((name) => name.startsWith(staying.id));
  expect([names().length, own.length]).toEqual([16, 5]);
  const { orderId } = going;
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const)
    await app.call('POST /order/update-order-status', { body: { orderId, status } }, token);
  await app.call('POST /restaurant/close', { body: { name: going.name, password } }, token);

  const at = new Date(app.clock.now().getTime() + 30 * DAY);
  await scheduleRestaurantErasures({ db, clock: () => at });
  const { outbox } = openErasingServer(db, () => at, testLog);
  await outbox.settle();
  expect((await listPictures(db)).map(({ restaurantId }) => restaurantId)).toEqual([staying.id]);
  expect(await listNotes()).toEqual([{ prefix: `${going.id}/`, why: 'erased' }]);

  bucket.answers.set('DELETE ', { status: 403, body: '' });
  await cleanUpAt(at);
  expect([names().length, (await listNotes()).length]).toEqual([16, 1]);
  bucket.answers.clear();
  await cleanUpAt(at);
  expect([names(), await listNotes()]).toEqual([own, []]);
});

test('they go after a restore as well, which needs no bucket', async () => {
  const { deps, makePlace, names, cleanUpAt } = await startPictureApp();
  const [going, staying] = [await makePlace(), await makePlace()];
  await going.upload(1);
  await staying.upload(1);
  const at = new Date('2030-01-01T00:00:00Z');
  const list = [{ restaurantId: going.id, at }];
  expect(await repeatRestaurantErasures(deps, list, new Date(at.getTime() - DAY))).toBe(1);
  await cleanUpAt(new Date());
  expect(names().map((name) => name.split('/')[0])).toEqual(Array.from({ length: 5 }, () => staying.id));
});

test('they go where a restored database knows none of them, or not even the restaurant', async () => {
  const { app, bucket, deps, makePlace, names, cleanUpAt, listNotes } = await startPictureApp();
  const { db } = app;
  const [going, staying] = [await makePlace(), await makePlace()];
  const unknown = newId<RestaurantId>();
  await staying.upload(1);
  const own = names();
  for (const id of [going.id, unknown])
    for (const part of ['88', 'original']) bucket.files.set(`of/us/${id}/of-later/${part}`, Buffer.from('of later'));
  const at = new Date('2030-01-01T00:00:00Z');
  const list = [going.id, unknown].map((restaurantId) => ({ restaurantId, at }));
  await repeatRestaurantErasures(deps, list, new Date(at.getTime() - DAY));
  expect((await listNotes()).map(({ prefix }) => prefix).toSorted()).toEqual(
    [`${going.id}/`, `${unknown}/`].toSorted(),
  );
  await cleanUpAt(new Date());
  expect([names(), await listNotes()]).toEqual([own, []]);

  const closed = await makePlace();
  bucket.files.set(`of/us/${closed.id}/of-later/original`, Buffer.from('of later'));
  const { token } = await makeOffboardingOwner(db, closed.id);
  await app.call('POST /restaurant/close', { body: { name: closed.name, password } }, token);
  const due = new Date(app.clock.now().getTime() + 30 * DAY);
  await scheduleRestaurantErasures({ db, clock: () => due });
  await openErasingServer(db, () => due, testLog, deps.config).outbox.settle();
  await cleanUpAt(due);
  expect([names(), await listNotes()]).toEqual([own, []]);
});

test('an erasure of long ago that a restore repeats is not overdue', async () => {
  const { app, deps, makePlace, listNotes } = await startPictureApp();
  const at = new Date('2024-01-01T00:00:00Z');
  const list = [(await makePlace()).id, newId<RestaurantId>()].map((restaurantId) => ({ restaurantId, at }));
  expect(await repeatRestaurantErasures(deps, list, new Date(at.getTime() - DAY))).toBe(2);
  expect(await listNotes()).toHaveLength(2);
  const { oldest } = await app.db
    .selectFrom('unused_files')
    .select((eb) => eb.fn.min('since').as('oldest'))
    .executeTakeFirstOrThrow();
  expect(Date.now() - oldest.getTime()).toBeLessThan(60_000);
});

test('without a bucket nothing is noted', async () => {
  const { app, makePlace, listNotes } = await startPictureApp({ isUsed: false });
  const going = await makePlace();
  await going.upload(1);
  const at = new Date('2030-01-01T00:00:00Z');
  const list = [{ restaurantId: going.id, at }];
  const deps = { db: app.db, config: testConfig };
  expect(await repeatRestaurantErasures(deps, list, new Date(at.getTime() - DAY))).toBe(1);
  expect(await listNotes()).toEqual([]);
});
