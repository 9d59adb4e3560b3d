import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CategoryId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { printOut, textOf } from '#server/test/data/printer-paper.ts';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { StarPrinter } from '#server/test/servers/star-printer.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let kitchen: Kitchen;
beforeEach(async () => {
  app.clock.set(new Date());
  kitchen = await openKitchen(app);
});

describe('the address of a printer', () => {
  test('is an unguessable secret, shown once, and never in the log', async () => {
    const { path, token, star } = await kitchen.addPrinter();
    expect(path).toMatch(/^\/print\/[a-hj-km-z2-9]{27}$/);
    expect(JSON.stringify(await kitchen.printers())).not.toContain(token);
    await kitchen.placeOrder();
    await star.printAll();
    expect(app.log.join('')).not.toContain(token);
  });

  test.each(['wrong', 'a'.repeat(27), '%00', '../admin'])('answers 404 when it is %s', async (token) => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const reply = await kitchen.fetch(`/print/${encodeURIComponent(token)}`, { method });
      expect(reply.status).toBe(404);
    }
  });

  test('hands out no job of another printer, nor one of another restaurant', async () => {
    const ours = await kitchen.addPrinter();
    const { jobToken } = await kitchen.placeOrder().then(() => ours.star.ask());
    const neighbour = await kitchen.addPrinter({ name: 'Bar' });
    const theirs = await (await openKitchen(app)).addPrinter();
    for (const { star } of [theirs, neighbour]) {
      expect((await star.fetchJob(jobToken)).status).toBe(404);
      expect((await star.confirm(jobToken)).status).toBe(200);
      expect(await star.ask()).toEqual({ jobReady: false });
    }
    expect(await ours.star.printAll()).toHaveLength(1);
  });

  test('is void when the printer gets another, or is deleted, or its outlet is', async () => {
    const { id, star } = await kitchen.addPrinter();
    const params = { id };
    const { address } = await app.call('POST /printing/new-address/:id', { params }, kitchen.owner.token);
    await expect(star.ask()).rejects.toThrow('404');
    const renewed = new StarPrinter(kitchen.fetch, new URL(address).pathname);
    await kitchen.placeOrder();
    expect(await renewed.printAll()).toHaveLength(1);

    await app.call('DELETE /printing/delete-printer/:id', { params }, kitchen.owner.token);
    await expect(renewed.ask()).rejects.toThrow('404');
    await app.call('POST /printing/restore-printer/:id', { params }, kitchen.owner.token);
    expect(await renewed.ask()).toEqual({ jobReady: false });

    await app.call(
      'DELETE /outlet/delete-outlet/:id',
      { params: { id: kitchen.made.outletId }, body: { password: ownersPassword } },
      kitchen.owner.token,
    );
    await expect(renewed.ask()).rejects.toThrow('404');
  });

  test('refuses requests no printer sends, and hands nothing out for a HEAD', async () => {
    const { path, star } = await kitchen.addPrinter();
    await kitchen.placeOrder();
    const post = (body: string, type = 'application/json') =>
      kitchen.fetch(path, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await post('[]')).status).toBe(400);
    expect((await post('{"statusCode":200}')).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post(JSON.stringify({ status: 'x'.repeat(70_000) }))).status).toBe(413);
    const { jobToken } = await star.ask();
    expect((await kitchen.fetch(`${path}?token=${jobToken}`, { method: 'HEAD' })).status).toBe(404);
    expect((await kitchen.fetch(`${path}?token=1&token=2`)).status).toBe(400);
    expect((await kitchen.fetch(`${path}?token=not-an-id`)).status).toBe(404);
    expect((await kitchen.fetch(path, { method: 'PUT' })).status).toBe(405);
    expect(await star.printAll()).toHaveLength(1);
  });
});

test('a bridge for any other printer gets ESC/POS', async () => {
  const { star } = await kitchen.addPrinter({ kind: 'escpos', width: 32 });
  const order = await kitchen.placeOrder();
  const offer = await star.ask();
  expect(offer.mediaTypes).toEqual(['application/octet-stream', 'text/plain']);
  const reply = await star.fetchJob(offer.jobToken, 'application/octet-stream');
  const paper = printOut(new Uint8Array(await reply.arrayBuffer()), 'esc-pos');
  expect(textOf(paper).map((line) => line.trim())).toContain(`#${order.orderNumber}`);
  expect(textOf(paper)).toContain('-'.repeat(32));
});

test('the list has the state of each printer, and its waiting jobs', async () => {
  const { star } = await kitchen.addPrinter({ name: 'Pass' });
  await kitchen.addPrinter({ name: 'Bar', prints: 'hand', width: 32 });
  await kitchen.placeOrder();
  const { _id } = await kitchen.placeOrder();
  await kitchen.printByHand(_id);
  const never = { lastSeenAt: null, condition: null };
  expect(await kitchen.printers()).toMatchObject([
    { name: 'Bar', prints: 'hand', width: 32, waiting: 1, ...never },
    { name: 'Pass', prints: 'arrival', width: 48, waiting: 2, ...never },
  ]);
  await star.ask({ statusCode: '420%20Cover%20open' });
  expect(await kitchen.printers()).toMatchObject([{}, { condition: 'cover_open', waiting: 2 }]);
  await star.printAll();
  expect(await kitchen.printers()).toMatchObject([{ waiting: 1 }, { condition: 'ok', waiting: 0 }]);
});

test('a scheduled order waits for no printer before it fires', async () => {
  const hour = 3_600_000;
  // Noon in Dubai, so that the time is of the same day.
  const noon = Math.floor(Date.now() / (24 * hour)) * 24 * hour + 8 * hour;
  app.clock.set(new Date(noon - 60_000));
  kitchen = await openKitchen(app);
  await kitchen.addPrinter();
  const lines = [{ itemId: kitchen.made.items.special, quantity: 2 }];
  const body = pickupOrder(kitchen.made, lines, 88.2, { orderDate: new Date(noon + hour).toISOString() });
  const { order } = await app.call('POST /order/create-order', { body }, kitchen.guest.token);
  expect(await kitchen.printers()).toMatchObject([{ waiting: 0 }]);
  await kitchen.move(order._id, 'Confirmed');
  expect(await kitchen.printers()).toMatchObject([{ waiting: 1 }]);
});

test('the list counts orders whose ticket failed until it is printed, or they are over', async () => {
  const { star, id } = await kitchen.addPrinter();
  const spoil = async () => {
    const { _id } = await kitchen.placeOrder();
    for (let times = 0; times < limits.printTries; times++) {
      const { jobToken } = await star.ask();
      await star.fetchJob(jobToken);
      await star.confirm(jobToken, '511 Media decoding error');
    }
    return _id;
  };
  const orders = [await spoil(), await spoil(), await spoil()];
  // A test page is of no order.
  await app.call('POST /printing/print-test/:id', { params: { id } }, kitchen.owner.token);
  await star.printAll();
  expect(await kitchen.printers()).toMatchObject([{ failed: 3, unprinted: 3 }]);
  await kitchen.printByHand(orders[0]!);
  expect(await kitchen.printers()).toMatchObject([{ failed: 3, unprinted: 3 }]);
  await star.printAll();
  expect(await kitchen.printers()).toMatchObject([{ failed: 3, unprinted: 2 }]);
  await kitchen.move(orders[1]!, 'Cancelled', 'too_busy');
  expect(await kitchen.printers()).toMatchObject([{ failed: 3, unprinted: 1 }]);
  // Where this printer is broken, another one prints it.
  const bar = await kitchen.addPrinter({ name: 'Bar', prints: 'hand' });
  await kitchen.printByHand(orders[2]!);
  await bar.star.printAll();
  expect(await kitchen.printers()).toMatchObject([{ unprinted: 0 }, { failed: 3, unprinted: 0 }]);
});

test('a printer that is renamed while somebody else hides dishes of it has both', async () => {
  const { id } = await kitchen.addPrinter();
  const hidden = newId<CategoryId>();
  const { renaming } = await platformTransaction(app.db, 'seed', async (tx) => {
    await tx
      .updateTable('printers')
      .set({ hidden_categories: [hidden] })
      .where('id', '=', id)
      .execute();
    const body = { name: 'Bar' };
    const renamed = app.call('POST /printing/update-printer/:id', { params: { id }, body }, kitchen.owner.token);
    await expect.poll(() => countWaiting(tx)).toBe(1);
    return { renaming: renamed };
  });
  expect((await renaming).printer).toMatchObject({ name: 'Bar', hiddenCategories: [hidden] });
});

test('a test page is printed by the requested printer', async () => {
  const { id, star } = await kitchen.addPrinter();
  await app.call('POST /printing/print-test/:id', { params: { id } }, kitchen.owner.token);
  const [page] = await star.printAll();
  expect(page).toEqual(expect.arrayContaining(['TEST PAGE', 'Pass', '48 characters, in one line:']));
});

test('a manager of one outlet adds no printer beyond the limit of the restaurant, and sees those of the outlet alone', async () => {
  const { owner, made } = kitchen;
  const params = { id: made.outletId };
  const { outlet } = await app.call('POST /outlet/clone-outlet/:id', { params }, owner.token);
  const { token } = await makeOwner(app.db, made.id, 'manager', [outlet._id]);
  const add = () =>
    app.call('POST /printing/add-printer', { body: { outletId: outlet._id, name: 'Bar', kind: 'cloudprnt' } }, token);
  const { printer } = await add();
  const [deleted] = await makeMany(limits.printersMax - 1, () => kitchen.addPrinter());
  const tooMany = { answer: { code: 'printing.too_many', details: { most: limits.printersMax } } };
  await expect(add()).rejects.toMatchObject(tooMany);
  await app.call('DELETE /printing/delete-printer/:id', { params: { id: deleted!.id } }, owner.token);
  const added = await add();
  const { printers } = await app.call('GET /printing/get-printers', {}, token);
  expect(printers.map(({ _id }) => _id).toSorted()).toEqual([printer._id, added.printer._id].toSorted());
  const restoring = { params: { id: deleted!.id } };
  await expect(app.call('POST /printing/restore-printer/:id', restoring, owner.token)).rejects.toMatchObject(tooMany);
});

test('a printer that is restored while another is added does not pass the limit', async () => {
  const add = () => kitchen.addPrinter();
  const [deleted] = await makeMany(limits.printersMax, add);
  const params = { id: deleted!.id };
  await app.call('DELETE /printing/delete-printer/:id', { params }, kitchen.owner.token);
  const adding: Promise<unknown>[] = [];
  await transaction(app.db, kitchen.made.id, async (tx) => {
    await lockMenu(tx, kitchen.made.id);
    adding.push(add(), app.call('POST /printing/restore-printer/:id', { params }, kitchen.owner.token));
    await expect.poll(() => countWaiting(app.db)).toBe(2);
  });
  const refused = (await Promise.allSettled(adding)).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { answer: { code: 'printing.too_many' } } }]);
  expect(await kitchen.printers()).toHaveLength(limits.printersMax);
});
