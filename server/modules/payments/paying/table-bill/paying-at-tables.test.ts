/** Guests at a table pay online: one pays all, or each their own dishes (decision 82), against the simulated gateway. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';
import { MINUTE } from '#contract/base/time.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, ownersPassword } from '#server/test/data/restaurant.ts';
import { lina, omar, phonesAt, sara } from '#server/test/data/table-sessions.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: Awaited<ReturnType<typeof makeBills>>;
let tableSession: TableSession;
let first: Order;
let second: Order;
/** Sara has a special (44.10) and a water, Omar two waters (11.55); Sara sends both orders. A water alone costs 5.775. */
beforeEach(async () => {
  app.clock.set(new Date());
  gateway.setFaults({ cut: 0, failing: 0 });
  shop = await makeBills(app, gateway);
  const { phones } = shop;
  tableSession = await phones.join(sara);
  await phones.join(omar);
  const token = (await makeCustomer(app.db, shop.made.id)).token;
  await phones.share(tableSession, sara, [shop.special('s1')], 'Sara');
  await phones.share(tableSession, omar, [phones.water('o1', 2)], 'Omar');
  first = await order(
    await phones.read(tableSession, sara),
    [shop.made.items.special, shop.made.items.water],
    55.65,
    token,
  );
  await phones.share(tableSession, omar, [phones.water('o2', 2)], 'Omar');
  second = await order(await phones.read(tableSession, sara), [shop.made.items.water], 11.55, token);
});

/** Sends the basket; its lines are of these dishes, in their sequence. */
async function order(seen: TableSession, dishes: string[], totalPrice: number, token: string): Promise<Order> {
  const lines = seen.participants.flatMap(({ name, lines: own }) => own.map((line) => ({ ...line, guestName: name })));
  const items = dishes.map((dish) => {
    const { itemId, quantity, guestName } = lines.find((line) => line.itemId === dish)!;
    return { itemId, quantity, guestName, modifierList: [] };
  });
  const body = {
    outletId: shop.made.outletId,
    deliveryMode: 'dine-in',
    table: shop.table.code,
    paymentMethod: 'cash at table',
    items,
    totalPrice,
    sharedBasket: { tableSessionId: seen._id, participantKey: sara, version: seen.version },
  } as const;
  return (await app.call('POST /order/create-order', { body }, token)).order;
}

const statesOf = ({ orders }: TableBill) => orders.map(({ lines }) => lines.map(({ state }) => state));

async function pay(key: string, { isYours = false, tip }: { isYours?: boolean; tip?: number } = {}) {
  const lines = shop.open(await shop.bill(tableSession, key), isYours);
  const begun = await shop.payBill(tableSession, key, lines, tip === undefined ? {} : { tip });
  gateway.pay(begun.url!);
  return shop.lookAt(begun);
}

describe('the bill of a table', () => {
  test('leaves each guest their own dishes where a change took others off', async () => {
    const body = { orderId: first._id, lines: [{ lineNumber: 2, quantity: 2 }], note: '' };
    await app.call('POST /order/propose-change', { body }, shop.owner.token);
    const answer = { orderId: first._id, number: 1, isAccepted: true };
    await app.call('POST /order/answer-change', { body: answer }, shop.owner.token);
    const yours = async (key: string) =>
      (await shop.bill(tableSession, key)).orders[0]!.lines.map(({ lineNumber, isYours }) => [lineNumber, isYours]);
    expect([await yours(omar), await yours(sara)]).toEqual([[[2, true]], [[2, false]]]);
  });

  test('says what each dish costs with its share of the tax, and whose it is', async () => {
    const bill = await shop.bill(tableSession, omar);
    expect(bill).toMatchObject({ currency: 'AED', total: 67.2, paid: 0, canPay: true, payment: null });
    expect(bill.orders.map(({ _id, lines }) => [_id, lines.map(({ isYours, amount }) => [isYours, amount])])).toEqual([
      [
        first._id,
        [
          [false, 44.1],
          [true, 11.55],
        ],
      ],
      [second._id, [[true, 11.55]]],
    ]);
  });

  test('is paid whole by one phone, and everybody reads it', async () => {
    const begun = await shop.payBill(tableSession, omar, shop.open(await shop.bill(tableSession, omar)));
    expect(begun).toMatchObject({ state: 'begun', isAtTable: true, amount: 67.2, orderId: null });
    expect(statesOf(await shop.bill(tableSession, sara))).toEqual([['paying', 'paying'], ['paying']]);
    expect(await shop.staffSees()).toEqual({ currency: 'AED', total: 67.2, paid: 0, paying: 67.2 });
    gateway.pay(begun.url!);
    expect(await shop.lookAt(begun)).toMatchObject({ state: 'captured', url: null });
    expect(shop.books()).toMatchObject([{ authorised: 6720, captured: 6720, refunded: 0 }]);
    expect(await shop.bill(tableSession, sara)).toMatchObject({ total: 67.2, paid: 67.2 });
    expect(await shop.staffSees()).toEqual({ currency: 'AED', total: 67.2, paid: 67.2, paying: 0 });
  });

  test('is paid by each phone for its own dishes, and the kitchen goes on as ever', async () => {
    await pay(omar, { isYours: true });
    expect(statesOf(await shop.bill(tableSession, sara))).toEqual([['open', 'paid'], ['paid']]);
    expect(await shop.staffSees()).toMatchObject({ total: 67.2, paid: 23.1 });
    await pay(sara, { isYours: true });
    expect(await shop.bill(tableSession, omar)).toMatchObject({ paid: 67.2 });
    expect(shop.books().map(({ captured }) => captured)).toEqual([2310, 4410]);
    expect(await shop.kitchen()).toMatchObject([
      { _id: second._id, status: 'New', paymentMethod: 'cash at table', totalPrice: 11.55 },
      { _id: first._id, status: 'New', paymentMethod: 'cash at table', totalPrice: 55.65 },
    ]);
    const [sharePaid] = await shop.tablePayments(second);
    expect(sharePaid).toMatchObject({
      amount: 11.55,
      captured: 11.55,
      movements: [
        { kind: 'authorised', amount: 11.55 },
        { kind: 'captured', amount: 11.55 },
        // Half of 0.67; the other order has the odd fils.
        { kind: 'fee', amount: 0.33 },
      ],
    });
    expect(await shop.tablePayments(first)).toMatchObject([{ amount: 11.55 }, { amount: 44.1 }]);
  });

  test('is no business of another table, of a stranger, nor of another restaurant', async () => {
    const elsewhere = phonesAt(app, shop.made, shop.other.code);
    const others = await elsewhere.join(lina);
    const lines = shop.open(await shop.bill(tableSession, sara));
    expect(await refusalOf(shop.payBill(others, lina, lines))).toMatchObject({ code: 'table.lines_not_open' });
    expect(await refusalOf(shop.bill(tableSession, lina))).toMatchObject({ code: 'table.session_over' });
    const stranger = await makeBills(app, gateway);
    expect(await refusalOf(stranger.bill(tableSession, sara))).toMatchObject({ code: 'table.session_over' });
    expect(await refusalOf(stranger.payBill(tableSession, sara, lines))).toMatchObject({ code: 'table.session_over' });
    const begun = await shop.payBill(tableSession, sara, lines);
    const givingUp = app.call(
      'POST /dining/give-up-bill/:reference',
      { params: { reference: begun.reference }, body: { tableSessionId: others._id } },
      shop.made.siteToken,
    );
    expect(await refusalOf(givingUp)).toMatchObject({ code: 'request.not_found' });
  });

  test('is paid to a waiter once no gateway is connected, but for a page that is open', async () => {
    const lines = shop.open(await shop.bill(tableSession, sara));
    const begun = await shop.payBill(tableSession, sara, lines.slice(0, 1));
    const proof = { password: ownersPassword };
    await app.call('POST /restaurant/disconnect-gateway', { body: proof }, shop.owner.token);
    expect(await shop.bill(tableSession, omar)).toMatchObject({ total: 67.2, canPay: false });
    expect(await refusalOf(shop.payBill(tableSession, omar, lines.slice(1)))).toMatchObject({
      code: 'order.payment_not_available',
    });
    gateway.pay(begun.url!);
    expect(await shop.lookAt(begun)).toMatchObject({ state: 'captured' });
  });
});

describe('a party that has eaten', () => {
  test('can pay as long as something is open, and the next party finds nothing of it', async () => {
    for (const status of ['Confirmed', 'Ready', 'Completed'] as const)
      for (const one of [first, second]) await shop.move(one._id, status);
    app.clock.advance(20 * MINUTE);
    expect(await shop.phones.join(omar)).toMatchObject({ _id: tableSession._id });
    await pay(omar, { isYours: true });
    app.clock.advance(20 * MINUTE);
    expect(await shop.staffSees()).toMatchObject({ paid: 23.1 });
    await pay(sara);
    app.clock.advance(20 * MINUTE);
    expect(await refusalOf(shop.bill(tableSession, sara))).toMatchObject({ code: 'table.session_over' });
    expect((await shop.phones.join(lina))._id).not.toBe(tableSession._id);
  });

  test('gives way to the next one, who scans the code minutes after the last dish was served', async () => {
    for (const status of ['Confirmed', 'Ready', 'Completed'] as const)
      for (const one of [first, second]) await shop.move(one._id, status);
    app.clock.advance(20 * MINUTE);
    expect((await shop.phones.join(lina)).orders).toEqual([]);
  });
});

describe('two phones', () => {
  test('never pay the same dish, however often both press at once', async () => {
    for (let round = 0; round < 5; round++) {
      const lines = shop.open(await shop.bill(tableSession, sara));
      const pressed = await Promise.allSettled([
        shop.payBill(tableSession, sara, lines),
        shop.payBill(tableSession, omar, lines),
      ]);
      const begun = pressed.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const refused = pressed.flatMap((one) => (one.status === 'rejected' ? [one.reason as { answer: unknown }] : []));
      expect(begun).toHaveLength(1);
      expect(refused.map(({ answer }) => answer)).toMatchObject([{ code: 'table.lines_not_open' }]);
      const { reference } = begun[0]!;
      const body = { tableSessionId: tableSession._id };
      await app.call('POST /dining/give-up-bill/:reference', { params: { reference }, body }, shop.made.siteToken);
    }
    expect(shop.books().every(({ status }) => status === 'expired')).toBe(true);
  });

  test('pay different dishes at once', async () => {
    const [saras, omars] = await Promise.all([shop.bill(tableSession, sara), shop.bill(tableSession, omar)]);
    const begun = await Promise.all([
      shop.payBill(tableSession, sara, shop.open(saras, true)),
      shop.payBill(tableSession, omar, shop.open(omars, true)),
    ]);
    for (const { url } of begun) gateway.pay(url!);
    await shop.letPass(16_000);
    expect(await shop.staffSees()).toMatchObject({ paid: 67.2, paying: 0 });
  });

  test('are never taken for one another, although a full table gives numbers of idle phones away', async () => {
    const key = (number: number) => String(number).padStart(32, '0');
    for (let number = 3; number <= 20; number++) await shop.phones.join(key(number));
    app.clock.advance(9 * MINUTE);
    const begun = await shop.payBill(tableSession, key(3), shop.open(await shop.bill(tableSession, key(3))));
    app.clock.advance(2 * MINUTE);
    // The phone that has been idle for longest but for the one that pays.
    await shop.phones.join(lina);
    expect((await shop.bill(tableSession, lina)).payment).toBeNull();
    expect((await shop.bill(tableSession, key(3))).payment).toMatchObject({ reference: begun.reference });
    expect(await refusalOf(shop.bill(tableSession, key(4)))).toMatchObject({ code: 'table.session_over' });
  });

  test('have one payment each when they press twice, and another choice gives the former up', async () => {
    const lines = shop.open(await shop.bill(tableSession, sara));
    const twice = await Promise.all([1, 2, 3].map(() => shop.payBill(tableSession, sara, lines)));
    expect(new Set(twice.map(({ url }) => url)).size).toBe(1);
    expect(shop.books()).toHaveLength(1);
    const own = await shop.payBill(tableSession, sara, lines.slice(0, 1));
    expect(own).toMatchObject({ amount: 44.1 });
    expect(shop.books().map(({ status }) => status)).toEqual(['expired', 'open']);
    expect(await shop.bill(tableSession, sara)).toMatchObject({ payment: { reference: own.reference } });
    expect((await shop.bill(tableSession, omar)).payment).toBeNull();
  });
});

describe('a line', () => {
  test('is open again after ten minutes, and money that comes then goes back', async () => {
    const begun = await shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara)));
    await shop.letPass(10 * MINUTE + 6_000);
    expect(await shop.lookAt(begun)).toMatchObject({ state: 'lapsed' });
    expect(statesOf(await shop.bill(tableSession, omar))).toEqual([['open', 'open'], ['open']]);
    expect(shop.books()).toMatchObject([{ status: 'expired', authorised: 0 }]);
  });

  test('that was paid when nobody was told is found by looking', async () => {
    const begun = await shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara)));
    gateway.setFaults({ dropped: 1 });
    gateway.pay(begun.url!);
    await shop.letPass(16_000);
    expect(await shop.bill(tableSession, omar)).toMatchObject({ paid: 67.2 });
    gateway.setFaults({ dropped: 0 });
  });

  test('is taken once where the answers of the gateway are lost', async () => {
    const begun = await shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara)));
    gateway.setFaults({ cut: 1 });
    gateway.pay(begun.url!);
    await shop.lookAt(begun);
    gateway.setFaults({ cut: 0 });
    await shop.letPass(MINUTE);
    expect(await shop.lookAt(begun)).toMatchObject({ state: 'captured' });
    expect(shop.books()).toMatchObject([{ authorised: 6720, captured: 6720, refunded: 0 }]);
  });

  test('stays open where the gateway does not answer', async () => {
    gateway.setFaults({ failing: 1 });
    const lines = shop.open(await shop.bill(tableSession, sara));
    expect(await refusalOf(shop.payBill(tableSession, sara, lines))).toMatchObject({
      code: 'payment.gateway_unavailable',
    });
    expect(statesOf(await shop.bill(tableSession, omar))).toEqual([['open', 'open'], ['open']]);
  });

  test('is refunded when its order is cancelled afterwards, and the others stay paid', async () => {
    await pay(sara);
    await shop.move(second._id, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 6720, refunded: 1155 }]);
    expect(await shop.bill(tableSession, sara)).toMatchObject({ total: 55.65, paid: 55.65 });
    expect(await shop.tablePayments(second)).toMatchObject([{ captured: 11.55, refunded: 11.55, pendingRefund: 0 }]);
    expect(await shop.tablePayments(first)).toMatchObject([{ captured: 55.65, refunded: 0 }]);
  });

  test('is refunded when its order is cancelled while the page is open, and all of it released where nothing is left', async () => {
    const lines = shop.open(await shop.bill(tableSession, sara));
    const begun = await shop.payBill(tableSession, sara, lines);
    await shop.move(second._id, 'Cancelled', 'too_busy');
    await shop.letPass();
    gateway.pay(begun.url!);
    await shop.lookAt(begun);
    expect(shop.books()).toMatchObject([{ captured: 6720, refunded: 1155 }]);

    const water = await makeBills(app, gateway);
    const alone = await water.phones.join(sara);
    await water.phones.share(alone, sara, [water.phones.water('s1', 2)]);
    const only = await water.phones.order(await water.phones.read(alone, sara), sara, 11.55);
    const all = await water.payBill(alone, sara, water.open(await water.bill(alone, sara)));
    await water.move(only._id, 'Cancelled', 'too_busy');
    await water.letPass();
    gateway.pay(all.url!);
    expect(await water.lookAt(all)).toMatchObject({ state: 'released' });
    expect(water.books()).toMatchObject([{ authorised: 1155, captured: 0, released: 1155 }]);
  });

  test('keeps its money when the cancelling of its order is undone', async () => {
    await pay(sara);
    await shop.move(second._id, 'Cancelled', 'too_busy');
    await shop.move(second._id, 'New');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 6720, refunded: 0 }]);
  });

  test('that somebody is paying is paid although the table was cleared', async () => {
    const begun = await shop.payBill(tableSession, sara, shop.open(await shop.bill(tableSession, sara)));
    await app.call('POST /dining/clear-table/:id', { params: { id: shop.table._id } }, shop.owner.token);
    gateway.pay(begun.url!);
    expect(await shop.lookAt(begun)).toMatchObject({ state: 'captured' });
    expect(await refusalOf(shop.bill(tableSession, sara))).toMatchObject({ code: 'table.session_over' });
    expect(await shop.tablePayments(first)).toMatchObject([{ captured: 55.65 }]);
  });
});
