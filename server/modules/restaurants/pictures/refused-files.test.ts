/** Repeated requests send nothing to the bucket, and refused ones leave nothing there (decision 110). */
import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { deliveryOrder, largeBurger, refusalOf } from '#server/test/data/orders.ts';
import { makeDriver } from '#server/test/data/drivers.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeReportedProblems } from '#server/test/data/reported-problems.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { listPictures, startPictureApp } from '#server/test/servers/picture-bucket.ts';
import { sendFile, withFile } from './picture-files.ts';

/** The product, and how many files were sent so far. */
async function start() {
  const started = await startPictureApp();
  return { ...started, sent: () => started.bucket.requests.filter((line) => line.startsWith('PUT ')).length };
}

test('a report that is repeated sends no photo again, and a refused one none', async () => {
  const { app, names, listNotes, sent } = await start();
  const shop = await makeReportedProblems(app);
  const { _id: orderId } = await shop.placeCompleted();
  const photo = makePng(1);
  const reported = await shop.report(orderId, {}, { photo });
  for (let time = 0; time < 3; time++) expect(await shop.report(orderId, {}, { photo })).toEqual(reported);
  const lines = [{ lineNumber: 1, quantity: 99 }];
  const refused = await refusalOf(shop.report(orderId, { lines }, { photo: makePng(2) }));
  expect(refused).toMatchObject({ code: 'order.line_not_found' });
  await shop.answerProblem(orderId, { kind: 'reply', note: 'Sorry' });
  expect(await shop.report(orderId, {}, { photo })).toMatchObject({ _id: orderId });
  const late = await refusalOf(shop.report(orderId, { kind: 'late' }, { photo: makePng(2) }));
  expect(late).toMatchObject({ code: 'problem.answered' });
  expect([sent(), names().length, await listNotes()]).toEqual([1, 1, []]);
});

test('one photo of equal reports at once stays, and the others leave nothing', async () => {
  const { app, names, listNotes } = await start();
  const shop = await makeReportedProblems(app);
  const { _id: orderId } = await shop.placeCompleted();
  await Promise.all(Array.from({ length: 4 }, () => shop.report(orderId, {}, { photo: makePng(1) })));
  expect([names().length, await listNotes()]).toEqual([1, []]);
  const [row] = await listPictures(app.db);
  expect(names()).toEqual([`${shop.made.id}/${row!.file}/original`]);
});

test('an order that is handed over again sends no photo, nor one that may not be handed over', async () => {
  const { app, makePlace, names, listNotes, sent } = await start();
  const made = await makePlace();
  const guest = await makeCustomer(app.db, made.id);
  const [driver, other] = [await makeDriver(app.db, made.id), await makeDriver(app.db, made.id, { name: 'Omar' })];
  const body = deliveryOrder(made, [largeBurger(made, 2)], 50.94, { paymentMethod: 'cash on delivery' });
  const { order } = await app.call('POST /order/create-order', { body }, guest.token);
  const orderId = order._id;
  const move = (status: 'Confirmed' | 'Ready') =>
    app.call('POST /order/update-order-status', { body: { orderId, status } }, made.owner.token);
  const handOver = (token = driver.token, id: OrderId = orderId) =>
    app.call('POST /delivery/hand-over', { form: { orderId: id }, files: { photo: makePng(3) } }, token);
  await move('Confirmed');
  await app.call('POST /delivery/take-order', { body: { orderId } }, driver.token);
  expect(await refusalOf(handOver())).toMatchObject({ code: 'delivery.not_ready' });
  await move('Ready');
  expect(await refusalOf(handOver(other.token))).toMatchObject({ code: 'delivery.not_yours' });
  expect(await refusalOf(handOver(driver.token, newId<OrderId>()))).toMatchObject({ code: 'order.not_found' });
  expect([sent(), await listNotes()]).toEqual([0, []]);
  await Promise.all(Array.from({ length: 4 }, () => handOver()));
  expect([names().length, await listNotes()]).toEqual([1, []]);
  const before = sent();
  for (let time = 0; time < 3; time++) await handOver();
  expect(sent()).toBe(before);
});

test('a picture of a refused change leaves the bucket at once, and where that fails with the clean-up', async () => {
  const { bucket, makePlace, names, listNotes, cleanUpAt } = await start();
  const place = await makePlace();
  expect(await refusalOf(place.upload(1, newId()))).toMatchObject({ status: 404 });
  expect([names(), await listNotes()]).toEqual([[], []]);
  bucket.answers.set('DELETE ', { status: 403, body: '' });
  expect(await refusalOf(place.upload(1, newId()))).toMatchObject({ status: 404 });
  expect([names().length, (await listNotes()).map(({ why }) => why)]).toEqual([5, ['failed']]);
  bucket.answers.clear();
  await cleanUpAt(new Date(Date.now() + 1.1 * 3_600_000));
  expect([names(), await listNotes()]).toEqual([[], []]);
});

test('changes that are refused while the bucket removes nothing keep nobody from uploading', async () => {
  const { bucket, deps, makePlace, listNotes } = await start();
  const place = await makePlace();
  bucket.answers.set('DELETE ', { status: 403, body: '' });
  const parts = new Map([['original', Buffer.from('a picture')] as const]);
  for (let time = 0; time < 101; time++) {
    const file = await sendFile(deps, place.id, parts);
    const refuse = () => Promise.reject(new Refusal('request.not_found'));
    await expect(withFile(deps, place.id, file, refuse)).rejects.toMatchObject({ code: 'request.not_found' });
  }
  expect((await listNotes()).map(({ why }) => why)).toEqual(Array.from({ length: 101 }, () => 'failed'));
  expect((await place.upload(1)).item.imageUrl).not.toBeNull();
});

test('a bucket that refused uploads for a while keeps nobody from uploading afterwards', async () => {
  const { bucket, deps, makePlace, listNotes, cleanUpAt, names } = await start();
  const place = await makePlace();
  bucket.answers.set('PUT ', { status: 403, body: '' });
  const parts = new Map([['original', Buffer.from('a picture')] as const]);
  for (let time = 0; time < 101; time++)
    await expect(sendFile(deps, place.id, parts)).rejects.toThrow('A picture could not be stored');
  bucket.answers.clear();
  await place.upload(1);
  expect(new Set((await listNotes()).map(({ why }) => why))).toEqual(new Set(['failed']));
  // Parts of them that came after all would go with them.
  bucket.files.set(`of/us/${(await listNotes())[0]!.prefix}original`, Buffer.from('a picture'));
  await cleanUpAt(new Date(Date.now() + 0.9 * 3_600_000));
  expect(names()).toHaveLength(6);
  await cleanUpAt(new Date(Date.now() + 1.1 * 3_600_000));
  expect([names().length, await listNotes()]).toEqual([5, []]);
});
