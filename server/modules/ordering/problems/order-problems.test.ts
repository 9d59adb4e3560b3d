/** Problems that guests report with orders that are over, and the answers (decision 100). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { wallTime } from '#contract/base/time.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeReportedProblems, type ReportedProblems } from '#server/test/data/reported-problems.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

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

const hours = (count: number) => app.clock.advance(count * 3_600_000);
const photoOf = async (orderId: OrderId, token: string) => {
  const url = `/api/v1/order/problem-photo/${orderId}`;
  return app.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
};

describe('a report', () => {
  test('says what was wrong with which portions, and is read with the order', async () => {
    const { _id, version } = await shop.placeCompleted();
    const lines = [{ lineNumber: 1, quantity: 1 }];
    const reported = await shop.report(_id, { lines, note: 'One special was not in the bag' });
    expect(reported.problem).toEqual({
      kind: 'missing',
      wish: 'refund',
      note: 'One special was not in the bag',
      lines,
      hasPhoto: false,
      reportedAt: expect.any(String),
      version: 1,
      answer: null,
    });
    expect(reported.version).toBe(version + 1);
    expect(await shop.read(_id)).toMatchObject({ problem: reported.problem });
    expect(await shop.problems()).toEqual([_id]);
    expect(await app.call('GET /order/count-problems', {}, shop.owner.token)).toEqual({ open: 1 });
  });

  test('leaves an order without one as it was', async () => {
    expect(await shop.placeCompleted()).not.toHaveProperty('problem');
  });

  test('takes the place of the one before until it is answered, and the same one again changes nothing', async () => {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id);
    hours(1);
    const changed = await shop.report(_id, { kind: 'spoiled', wish: 'none', note: 'Ice cold' });
    expect(changed.problem).toMatchObject({ kind: 'spoiled', wish: 'none', version: 2 });
    expect(await shop.report(_id, { kind: 'spoiled', wish: 'none', note: 'Ice cold' })).toEqual(changed);
    await shop.answerProblem(_id, { kind: 'reply', note: 'We are sorry' }, { version: 2 });
    const again = await shop.report(_id, { kind: 'spoiled', wish: 'none', note: 'Ice cold' });
    expect(again.problem!.answer).toMatchObject({ kind: 'reply', by: null });
    expect(await refusalOf(shop.report(_id))).toMatchObject({ code: 'problem.answered' });
  });

  test('is for orders that were made and are over, for 48 hours', async () => {
    const live = await shop.place();
    expect(await refusalOf(shop.report(live._id))).toMatchObject({ code: 'problem.not_over' });
    await shop.move(live._id, 'Cancelled', 'too_busy');
    expect(await refusalOf(shop.report(live._id))).toMatchObject({ code: 'problem.not_over' });
    const accepted = await shop.place();
    await shop.move(accepted._id, 'Confirmed');
    await shop.move(accepted._id, 'Cancelled', 'too_busy');
    expect((await shop.report(accepted._id)).problem).toMatchObject({ version: 1 });
    const { _id, statusChangedAt } = await shop.placeCompleted();
    const end = Date.parse(statusChangedAt) + 48 * 3_600_000;
    app.clock.set(new Date(end - 5_000));
    await shop.report(_id);
    app.clock.set(new Date(end));
    expect(await refusalOf(shop.report(_id, { kind: 'late' }))).toMatchObject({ code: 'problem.too_late' });
  });

  test('names portions that were ordered', async () => {
    const { _id } = await shop.placeCompleted();
    const reporting = (lineNumber: number, quantity: number) =>
      refusalOf(shop.report(_id, { lines: [{ lineNumber, quantity }] }));
    expect(await reporting(1, 3)).toMatchObject({ code: 'order.line_not_found' });
    expect(await reporting(3, 1)).toMatchObject({ code: 'order.line_not_found' });
    const twice = [
      { lineNumber: 1, quantity: 1 },
      { lineNumber: 1, quantity: 1 },
    ];
    expect(await refusalOf(shop.report(_id, { lines: twice }))).toMatchObject({ code: 'request.invalid' });
    expect(await refusalOf(shop.report(_id, { note: 'x'.repeat(501) }))).toMatchObject({ code: 'request.invalid' });
  });

  test('has a photo that the server made anew, for its guest and the people of the restaurant', async () => {
    const { _id } = await shop.placeCompleted();
    const reported = await shop.report(_id, {}, { photo: makePng() });
    expect(reported.problem).toMatchObject({ hasPhoto: true, version: 1 });
    const [mine, theirs] = [await photoOf(_id, shop.guest.token), await photoOf(_id, shop.owner.token)];
    expect([mine.statusCode, mine.headers['content-type']]).toEqual([200, 'image/png']);
    expect(mine.rawPayload).toEqual(theirs.rawPayload);
    // Sent again after a lost answer.
    expect(await shop.report(_id, {}, { photo: makePng() })).toEqual(reported);
    expect((await shop.report(_id, { kind: 'wrong' })).problem).toMatchObject({ hasPhoto: true });
    expect((await shop.report(_id, { removesPhoto: true })).problem).toMatchObject({ hasPhoto: false });
    expect((await photoOf(_id, shop.owner.token)).statusCode).toBe(404);
    const text = new Blob(['<svg onload="alert(1)"/>'], { type: 'image/png' });
    expect(await refusalOf(shop.report(_id, {}, { photo: text }))).toMatchObject({ code: 'image.type_not_supported' });
  });

  test('is mailed to the outlet once, without the words of the guest', async () => {
    const { _id, orderName } = await shop.placeCompleted();
    const mails = () => app.mails.filter(({ text }) => text.includes(`/dashboard/orders/${_id}`));
    await shop.report(_id, { note: 'Call me on +971500000000' });
    await shop.report(_id, { kind: 'late' });
    await expect.poll(() => mails().length).toBe(1);
    expect(mails()[0]!.subject).toContain(`A problem with order #${orderName} at `);
    expect(mails()[0]!.text).toContain('something is missing');
    expect(mails()[0]!.text).not.toContain('Call me');
  });

  test('is bounded by the day', async () => {
    const { _id } = await shop.placeCompleted();
    for (let count = 0; count < limits.problemReportsPerDay; count += 1)
      await shop.report(_id, { note: `Number ${count}` });
    expect(await refusalOf(shop.report(_id, { note: 'One more' }))).toMatchObject({
      status: 429,
      code: 'problem.too_many_reports',
    });
  });
});

describe('an answer', () => {
  test('tells the guest by the page and by message, with who in the restaurant’s view alone', async () => {
    const { _id, orderName } = await shop.placeCompleted();
    await shop.report(_id);
    const answered = await shop.answerProblem(_id, { kind: 'reply', note: 'We are sorry' });
    expect(answered.problem!.answer).toMatchObject({ kind: 'reply', note: 'We are sorry', amount: null });
    expect(answered.problem!.answer!.by).toBe('Sara Khan');
    const mine = await shop.read(_id, shop.guest.token);
    expect(mine.problem!.answer).toEqual({ ...answered.problem!.answer, by: null });
    expect(mine.version).toBe(answered.version);
    expect(await shop.problems()).toEqual([]);
    expect(await shop.problems('answered')).toEqual([_id]);
    const mail = () => app.mails.find(({ subject }) => subject.endsWith(`an answer about your order #${orderName}`));
    await expect.poll(mail).toBeDefined();
    const { messages } = await app.call('GET /order/guest-messages/:id', { params: { id: _id } }, shop.owner.token);
    expect(messages.filter(({ event }) => event === 'problem_answered')).toHaveLength(1);
    const { entries } = await app.call('GET /audit/entries', { query: {} }, shop.owner.token);
    expect(entries[0]).toMatchObject({
      action: 'problem.answered',
      subject: orderName,
      actor: { name: 'Sara Khan' },
      details: { answer: 'reply' },
    });
  });

  test('gives money back by hand that was paid by hand: the whole of it, or the reported portions', async () => {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id, { lines: [{ lineNumber: 1, quantity: 1 }] });
    const { terms } = await app.call('GET /order/answer-terms/:id', { params: { id: _id } }, shop.owner.token);
    expect(terms).toEqual({ isByHand: true, whole: 115.24, lines: 44.1, canHaveVoucher: true });
    const giving = (amount: number) => shop.answerProblem(_id, { kind: 'refund', amount });
    expect(await refusalOf(giving(44.11))).toMatchObject({ code: 'problem.amount_changed' });
    expect(await refusalOf(giving(44.123))).toMatchObject({ code: 'request.invalid' });
    expect((await giving(44.1)).problem!.answer).toMatchObject({ kind: 'refund', amount: 44.1, isByHand: true });
  });

  test('gives nothing back of an order that was cancelled and never paid', async () => {
    const { _id } = await shop.place();
    await shop.move(_id, 'Confirmed');
    await shop.move(_id, 'Cancelled', 'too_busy');
    await shop.report(_id, { lines: [{ lineNumber: 1, quantity: 1 }] });
    const { terms } = await app.call('GET /order/answer-terms/:id', { params: { id: _id } }, shop.owner.token);
    expect(terms).toMatchObject({ isByHand: true, whole: 0, lines: 0 });
  });

  test('gives money from owners and managers alone; a sentence is for everybody who works there', async () => {
    const staff = await makeOwner(app.db, shop.made.id, 'staff');
    const { _id } = await shop.placeCompleted();
    await shop.report(_id);
    const { token } = staff;
    for (const answer of [
      { kind: 'refund', amount: 115.24 },
      { kind: 'voucher', amount: 5, days: 30 },
    ] as const)
      expect(await refusalOf(shop.answerProblem(_id, answer, { token }))).toMatchObject({ code: 'auth.forbidden' });
    expect((await shop.answerProblem(_id, { kind: 'reply', note: 'Sorry' }, { token })).problem!.answer).toMatchObject({
      kind: 'reply',
    });
  });

  test('is of what was read: a report that was changed meanwhile is read again', async () => {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id);
    await shop.report(_id, { kind: 'late' });
    const reply = { kind: 'reply', note: 'Sorry' } as const;
    expect(await refusalOf(shop.answerProblem(_id, reply))).toMatchObject({ code: 'problem.changed' });
    await shop.answerProblem(_id, reply, { version: 2 });
  });

  test('lists the oldest problem first', async () => {
    const first = await shop.placeCompleted();
    const second = await shop.placeCompleted();
    await shop.report(second._id);
    hours(1);
    await shop.report(first._id);
    expect(await shop.problems()).toEqual([second._id, first._id]);
  });
});

test('the report counts problems by the day of the order and kind', async () => {
  const orders = [await shop.placeCompleted(), await shop.placeCompleted(), await shop.placeCompleted()];
  await shop.report(orders[0]!._id, { kind: 'late' });
  await shop.report(orders[1]!._id, { kind: 'late' });
  await shop.report(orders[2]!._id, { kind: 'missing' });
  await shop.answerProblem(orders[2]!._id, { kind: 'reply', note: 'Sorry' });
  const day = wallTime(new Date(orders[0]!.createdAt), orders[0]!.outlet.timeZone).date;
  const query = { from: day, to: day };
  const report = await app.call('GET /report/problems', { query }, shop.owner.token);
  expect(report).toEqual({
    total: 3,
    open: 2,
    days: [
      {
        day,
        kinds: [
          { kind: 'late', orders: 2 },
          { kind: 'missing', orders: 1 },
        ],
      },
    ],
  });
  const staff = await makeOwner(app.db, shop.made.id, 'staff');
  expect(await refusalOf(app.call('GET /report/problems', { query }, staff.token))).toMatchObject({
    code: 'auth.forbidden',
  });
});

test('the list goes on after an order of it, those that wait from the oldest on, the answered ones from the last on', async () => {
  const ids: OrderId[] = [];
  for (let placed = 0; placed < 3; placed++) {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id);
    ids.push(_id);
    app.clock.advance(1000);
  }
  const [first, second, third] = ids as [OrderId, OrderId, OrderId];
  const after = async (state: 'open' | 'answered', order: OrderId) => {
    const { orders } = await app.call('GET /order/get-problems', { query: { state, after: order } }, shop.owner.token);
    return orders.map(({ _id }) => _id);
  };
  expect(await Promise.all(ids.map((id) => after('open', id)))).toEqual([[second, third], [third], []]);
  for (const id of ids) {
    await shop.answerProblem(id, { kind: 'reply', note: 'We are sorry' });
    app.clock.advance(1000);
  }
  expect(await Promise.all(ids.map((id) => after('answered', id)))).toEqual([[], [first], [second, first]]);
});

describe('a voucher', () => {
  const voucherOf = async (days = 30) => {
    const { _id } = await shop.placeCompleted();
    await shop.report(_id, { wish: 'voucher' });
    const { problem } = await shop.answerProblem(_id, { kind: 'voucher', amount: 10, days });
    return problem!.answer!;
  };
  const quote = async (offerCode: string, token: string) => {
    const { outletId, items } = shop.made;
    const body = {
      outletId,
      deliveryMode: 'pickup' as const,
      items: [{ itemId: items.special, quantity: 1 }],
      offerCode,
    };
    return (await app.call('POST /order/quote-order', { body }, token)).quote;
  };

  test('is taken off one order of its guest, and nobody else’s', async () => {
    const { code, amount, until } = await voucherOf();
    expect([amount, code]).toEqual([10, expect.stringMatching(/^[2-9A-Z]{10}$/)]);
    const lasts = (Date.parse(until!) - app.clock.now().getTime()) / 86_400_000;
    expect(lasts).toBeGreaterThan(30);
    expect(lasts).toBeLessThanOrEqual(31);
    const stranger = await makeCustomer(app.db, shop.made.id);
    expect(await quote(code!, stranger.token)).toMatchObject({
      discount: 0,
      refusedOffers: [{ name: null, reason: 'unknown' }],
    });
    expect(await quote(code!, shop.made.siteToken)).toMatchObject({
      discount: 0,
      refusedOffers: [{ reason: 'number_needed' }],
    });
    // 42.00 without 10.00, with 5 % of VAT.
    expect(await quote(code!, shop.guest.token)).toMatchObject({ discount: 10, total: 33.6, refusedOffers: [] });
    const items = [{ itemId: shop.made.items.special, quantity: 1 }];
    const order = await shop.place({ items, totalPrice: 33.6, offerCode: code } as never);
    expect(order).toMatchObject({ discount: 10, totalPrice: 33.6 });
    expect(await quote(code!, shop.guest.token)).toMatchObject({
      discount: 0,
      refusedOffers: [{ reason: 'used_up' }],
    });
  });

  test('ends, and stands in no list of offers', async () => {
    const { code } = await voucherOf(1);
    expect((await app.call('GET /offer/get-offers', {}, shop.owner.token)).offers).toEqual([]);
    hours(49);
    expect(await quote(code!, shop.guest.token)).toMatchObject({ discount: 0, refusedOffers: [{ reason: 'ended' }] });
  });
});
