/** Problems of others, the data of guests, and photos that go. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeReportedProblems, type ReportedProblems } from '#server/test/data/reported-problems.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { removeOldProblemPhotos } from './queries.ts';

let app: TestApp;
let shop: ReportedProblems;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makeReportedProblems(app);
});

const photoOf = async (orderId: OrderId, token: string) => {
  const url = `/api/v1/order/problem-photo/${orderId}`;
  return app.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
};

describe('an attacker', () => {
  test('finds no problem of another restaurant, guest or outlet', async () => {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id, {}, { photo: makePng() });
    const neighbour = await makeRestaurant(app.db);
    const stranger = await makeOwner(app.db, neighbour.id);
    const guest = await makeCustomer(app.db, shop.made.id);
    const foreign = await makeCustomer(app.db, neighbour.id);
    const reply = { kind: 'reply', note: 'Sorry' } as const;
    const notFound = { status: 404, code: 'order.not_found' };
    for (const { token } of [guest, foreign])
      expect(await refusalOf(shop.report(_id, {}, { token }))).toMatchObject(notFound);
    expect(await refusalOf(shop.answerProblem(_id, reply, { token: stranger.token }))).toMatchObject(notFound);
    const params = { id: _id };
    expect(await refusalOf(app.call('GET /order/answer-terms/:id', { params }, stranger.token))).toMatchObject(
      notFound,
    );
    for (const { token } of [stranger, guest, foreign]) expect((await photoOf(_id, token)).statusCode).toBe(404);
    expect(await shop.problems('open', stranger.token)).toEqual([]);

    const { outlet } = await app.call(
      'POST /outlet/clone-outlet/:id',
      { params: { id: shop.made.outletId } },
      shop.owner.token,
    );
    const elsewhere = await makeOwner(app.db, shop.made.id, 'manager', [outlet._id]);
    expect(await shop.problems('open', elsewhere.token)).toEqual([]);
    expect(await app.call('GET /order/count-problems', {}, elsewhere.token)).toEqual({ open: 0 });
    expect((await photoOf(_id, elsewhere.token)).statusCode).toBe(404);
    expect(await refusalOf(shop.answerProblem(_id, reply, { token: elsewhere.token }))).toMatchObject(notFound);
  });

  test('answers nothing where nothing was reported', async () => {
    const { _id } = await shop.placeCompleted();
    expect(await refusalOf(shop.answerProblem(_id, { kind: 'refund', amount: 115.24 }))).toMatchObject({
      code: 'order.not_found',
    });
  });
});

describe('data', () => {
  test('that a guest exports has text and photo, and loses both when the guest is erased', async () => {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id, { note: 'My baby found a hair' }, { photo: makePng() });
    await shop.answerProblem(_id, { kind: 'reply', note: 'Dear Layla' });
    const exported = await app.app.inject({
      method: 'GET',
      url: '/api/v1/auth/export-customer',
      headers: { authorization: `Bearer ${shop.guest.token}` },
    });
    expect(exported.statusCode).toBe(200);
    const mine = JSON.parse(exported.payload) as { problemPhotos: unknown[] };
    expect(exported.payload).toContain('My baby found a hair');
    expect(mine.problemPhotos).toEqual([
      { orderId: _id, contentType: 'image/png', base64: expect.stringMatching(/^iVBOR/) },
    ]);
    await app.call('POST /auth/delete-customer', {}, shop.guest.token);
    expect((await shop.read(_id)).problem).toMatchObject({
      kind: 'missing',
      note: '',
      hasPhoto: false,
      answer: { note: '' },
    });
    const photos = await platformTransaction(app.db, 'seed', (tx) =>
      tx.selectFrom('order_problem_photos').selectAll().where('restaurant_id', '=', shop.made.id).execute(),
    );
    expect(photos).toEqual([]);
  });

  test('in photos goes after 30 days', async () => {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id, {}, { photo: makePng() });
    const reported = Date.parse((await shop.read(_id)).problem!.reportedAt);
    const clean = (milliseconds: number) => removeOldProblemPhotos(app.db, new Date(reported + milliseconds));
    await clean(30 * 86_400_000);
    expect((await shop.read(_id)).problem).toMatchObject({ hasPhoto: true });
    await clean(30 * 86_400_000 + 1);
    expect((await shop.read(_id)).problem).toMatchObject({ hasPhoto: false });
    expect((await photoOf(_id, shop.owner.token)).statusCode).toBe(404);
  });
});
