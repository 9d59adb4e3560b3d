import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { printOut, textOf } from '#server/test/data/printer-paper.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { removeOldJobs } from './remove-old-jobs.ts';
import { answerPoll, fetchJob, findPollingPrinter } from './serve-printer.ts';

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

const second = 1_000;
const hour = 3_600_000;

describe('a printer that prints arriving orders', () => {
  test('is offered the ticket, fetches it, and confirms it', async () => {
    const { star } = await kitchen.addPrinter();
    expect(await star.ask()).toEqual({ jobReady: false });
    const order = await kitchen.placeOrder();
    const offer = await star.ask();
    expect(offer).toEqual({
      jobReady: true,
      mediaTypes: ['application/vnd.star.starprnt', 'application/vnd.star.line', 'text/plain'],
      jobToken: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      deleteMethod: 'DELETE',
    });
    const reply = await star.fetchJob(offer.jobToken);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/vnd.star.starprnt']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const text = textOf(printOut(new Uint8Array(await reply.arrayBuffer()), 'star')).map((line) => line.trim());
    expect(text).toContain(`#${order.orderNumber}`);
    expect(text).toContain(`Order ${order._id}`);
    expect(text.some((line) => line.startsWith('2 x '))).toBe(true);
    expect(await kitchen.printedAt(order._id)).toBeNull();
    expect((await star.confirm(offer.jobToken)).status).toBe(200);
    expect(await kitchen.printedAt(order._id)).toEqual(expect.any(String));
    expect(await star.ask()).toEqual({ jobReady: false });
  });

  test('prints each order once, in sequence, and none from before it was added', async () => {
    await kitchen.placeOrder();
    const { star } = await kitchen.addPrinter();
    const placed = [await kitchen.placeOrder(), await kitchen.placeOrder(), await kitchen.placeOrder()];
    const numbers = (await star.printAll()).map((lines) => lines.find((line) => line.startsWith('#')));
    expect(numbers).toEqual(placed.map(({ orderNumber }) => `#${orderNumber}`));
    for (const status of ['Confirmed', 'Ready', 'Completed'] as const) await kitchen.move(placed[0]!._id, status);
    expect(await star.printAll()).toEqual([]);
  });

  test('prints in the language of the restaurant: Arabic is drawn, and plain text stays English', async () => {
    const { star } = await kitchen.addPrinter();
    const settings = { locale: 'ar' as const, languages: ['ar' as const] };
    await app.call('POST /restaurant/update-settings', { body: settings }, kitchen.owner.token);
    const order = await kitchen.placeOrder();
    const lines = (await star.printNext())!;
    expect(lines).toContain(`#${order.orderNumber}`);
    expect(lines).toContain(order._id);
    expect(lines.join(' ')).not.toMatch(/Order|Ready|PICKUP|Subtotal/);
    // Drawings of one width that follow each other count as one.
    expect(star.tickets[0]!.filter(({ kind }) => kind === 'picture').length).toBeGreaterThan(2);
    await kitchen.placeOrder();
    const { jobToken } = await star.ask();
    expect(await (await star.fetchJob(jobToken, 'text/plain')).text()).toContain('PICKUP');
  });

  test('prints the order of a guest whose name and note have letters without ink', async () => {
    const { star } = await kitchen.addPrinter();
    const { made, guest } = kitchen;
    await platformTransaction(app.db, 'seed', (tx) =>
      tx.updateTable('customers').set({ name: '\u200d' }).where('restaurant_id', '=', made.id).execute(),
    );
    const line = { itemId: made.items.special, quantity: 2 };
    const body = pickupOrder(made, [line], 88.2, { specialInstruction: 'No onion\n\u2800' });
    const { order } = await app.call('POST /order/create-order', { body }, guest.token);
    const lines = (await star.printNext())!;
    expect(lines).toContain(`#${order.orderNumber}`);
    expect(lines.join(' ')).toContain('No onion');
    expect(await kitchen.printedAt(order._id)).toEqual(expect.any(String));
  });

  test('takes plain text and the older language as well, and no format that was not offered', async () => {
    const { star } = await kitchen.addPrinter();
    const order = await kitchen.placeOrder();
    const { jobToken } = await star.ask();
    expect((await star.fetchJob(jobToken, 'application/pdf')).status).toBe(415);
    const plain = await star.fetchJob(jobToken, 'text/plain; charset=utf-8');
    expect(plain.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await plain.text()).split('\r\n').map((line) => line.trim())).toContain(`#${order.orderNumber}`);
    await star.confirm(jobToken);
    await kitchen.printByHand(order._id);
    const again = await star.ask();
    const line = await star.fetchJob(again.jobToken, 'application/vnd.star.line');
    expect(textOf(printOut(new Uint8Array(await line.arrayBuffer()), 'star')).map((one) => one.trim())).toContain(
      'REPRINT 1',
    );
  });

  test('prints for its own outlet alone', async () => {
    const { outlet } = await app.call(
      'POST /outlet/clone-outlet/:id',
      { params: { id: kitchen.made.outletId } },
      kitchen.owner.token,
    );
    const { star } = await kitchen.addPrinter({ outletId: outlet._id });
    await kitchen.placeOrder();
    expect(await star.ask()).toEqual({ jobReady: false });
  });

  test('reveals nothing about printing to a guest', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id: id } = await kitchen.placeOrder();
    await star.printAll();
    expect(await kitchen.printedAt(id)).not.toBeNull();
    const { order } = await app.call('GET /order/get-order-details/:id', { params: { id } }, kitchen.guest.token);
    expect(order.printedAt).toBeNull();
  });
});

describe('a printer that prints accepted orders', () => {
  test('prints an order when it is accepted, and once even if the acceptance is undone and made again', async () => {
    const { star } = await kitchen.addPrinter({ prints: 'acceptance' });
    const { _id } = await kitchen.placeOrder();
    expect(await star.printAll()).toEqual([]);
    await kitchen.move(_id, 'Confirmed');
    await kitchen.move(_id, 'New');
    expect(await star.printAll()).toEqual([]);
    await kitchen.move(_id, 'Confirmed');
    expect(await star.printAll()).toHaveLength(1);
    await kitchen.move(_id, 'New');
    await kitchen.move(_id, 'Confirmed');
    expect(await star.printAll()).toEqual([]);
  });
});

describe('a printer that prints by hand', () => {
  test('prints on request, and numbers further copies', async () => {
    const { star } = await kitchen.addPrinter({ prints: 'hand' });
    const { _id } = await kitchen.placeOrder();
    expect(await star.printAll()).toEqual([]);
    expect(await kitchen.printByHand(_id)).toMatchObject({ printers: ['Pass'], msg: 'The ticket goes to Pass' });
    const [one] = await star.printAll();
    expect(one!.filter((line) => line.startsWith('REPRINT'))).toEqual([]);
    await kitchen.printByHand(_id);
    await star.printAll();
    await kitchen.printByHand(_id);
    expect((await star.printAll())[0]).toContain('REPRINT 2');
  });

  test('prints a ticket once that was requested twice, or comes by itself in the same moment', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    await Promise.all([kitchen.printByHand(_id), kitchen.printByHand(_id), kitchen.printByHand(_id), star.ask()]);
    expect(await star.printAll()).toHaveLength(1);
  });

  test("needs to be in the order's outlet", async () => {
    const { _id } = await kitchen.placeOrder();
    expect(await refusalOf(kitchen.printByHand(_id))).toMatchObject({ status: 409, code: 'printing.no_printer' });
  });
});

describe('a cancelled order', () => {
  test('is called back when its ticket was printed', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id, orderNumber } = await kitchen.placeOrder();
    await star.printAll();
    await kitchen.move(_id, 'Cancelled', 'Kitchen closed');
    const slips = await star.printAll();
    expect(slips).toHaveLength(1);
    expect(slips[0]).toEqual(expect.arrayContaining(['CANCELLED', 'Reason: Kitchen closed', `#${orderNumber}`]));
  });

  test('is not printed at all when its ticket was not', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    await star.ask();
    await kitchen.move(_id, 'Cancelled', 'Kitchen closed');
    expect(await star.printAll()).toEqual([]);
  });

  test('is printed once more, with a note, when the cancellation is undone', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    await star.printAll();
    await kitchen.move(_id, 'Cancelled', 'Kitchen closed');
    await star.printAll();
    await kitchen.move(_id, 'New');
    await kitchen.move(_id, 'Confirmed');
    const [ticket, ...others] = await star.printAll();
    expect(ticket).toEqual(expect.arrayContaining(['NOT CANCELLED: COOK IT', 'REPRINT 1']));
    expect(others).toEqual([]);
    await kitchen.move(_id, 'Cancelled', 'Item out of stock');
    expect((await star.printAll()).map((lines) => lines.includes('CANCELLED'))).toEqual([true]);
  });

  test('leaves no trace when the cancellation is undone before the printer learns of it', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    await star.printAll();
    await kitchen.move(_id, 'Cancelled', 'Kitchen closed');
    expect((await star.ask()).jobReady).toBe(true);
    await kitchen.move(_id, 'New');
    expect(await star.printAll()).toEqual([]);
  });

  test('is printed after all when its ticket was dropped', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    await star.ask();
    await kitchen.move(_id, 'Cancelled', 'Kitchen closed');
    await star.ask();
    await kitchen.move(_id, 'New');
    const tickets = await star.printAll();
    expect(tickets).toHaveLength(1);
    expect(tickets[0]!.some((line) => /CANCELLED|REPRINT/.test(line))).toBe(false);
  });
});

describe('failures', () => {
  test('a printer that loses power while printing gets the ticket again, marked', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    const { jobToken } = await star.ask();
    await star.fetchJob(jobToken);
    app.clock.advance(29 * second);
    expect(await star.ask()).toEqual({ jobReady: false });
    app.clock.advance(2 * second);
    const [ticket, ...others] = await star.printAll();
    expect(ticket).toContain('REPRINT 1');
    expect(others).toEqual([]);
    expect(await kitchen.printedAt(_id)).not.toBeNull();
  });

  test('a long ticket is not taken back while the printer says that it is printing', async () => {
    const { star } = await kitchen.addPrinter();
    await kitchen.placeOrder();
    const { jobToken } = await star.ask();
    await star.fetchJob(jobToken);
    for (let times = 0; times < 3; times++) {
      app.clock.advance(25 * second);
      expect(await star.ask({ printingInProgress: true })).toEqual({ jobReady: false });
    }
    await star.confirm(jobToken);
    app.clock.advance(60 * second);
    expect(await star.ask()).toEqual({ jobReady: false });
  });

  test('a printer without paper gets nothing, shows it, and prints again with new paper', async () => {
    const { star } = await kitchen.addPrinter();
    await kitchen.placeOrder();
    const { jobToken } = await star.ask();
    await star.fetchJob(jobToken);
    expect(await star.ask({ statusCode: '410%20Out%20of%20paper' })).toEqual({ jobReady: false });
    expect(await kitchen.printers()).toMatchObject([{ condition: 'paper_out', waiting: 1, failed: 0 }]);
    const ready = await star.ask({ statusCode: '211 Paper low' });
    expect(ready).toMatchObject({ jobReady: true, jobToken });
    expect(await kitchen.printers()).toMatchObject([{ condition: 'paper_low', waiting: 1 }]);
    expect(await star.printAll()).toHaveLength(1);
    expect(await kitchen.printers()).toMatchObject([{ condition: 'ok', waiting: 0, failed: 0 }]);
  });

  test('an unprintable ticket is tried five times, and has then failed', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    for (let times = 0; times < 5; times++) {
      const { jobToken } = await star.ask();
      expect((await star.fetchJob(jobToken)).status).toBe(200);
      expect((await star.confirm(jobToken, '511 Media decoding error')).status).toBe(200);
    }
    expect(await star.ask()).toEqual({ jobReady: false });
    expect(await kitchen.printers()).toMatchObject([{ waiting: 0, failed: 1 }]);
    expect(await kitchen.printedAt(_id)).toBeNull();
    await kitchen.printByHand(_id);
    expect((await star.printAll())[0]).toContain('REPRINT 5');
  });

  test('a ticket that is confirmed late was printed', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    const { jobToken } = await star.ask();
    await star.fetchJob(jobToken);
    app.clock.advance(40 * second);
    expect((await star.ask()).jobReady).toBe(true);
    await star.confirm(jobToken, 'OK');
    expect(await kitchen.printedAt(_id)).not.toBeNull();
    expect(await star.ask()).toEqual({ jobReady: false });
  });

  test('an old printer without job tokens prints as well', async () => {
    const { star } = await kitchen.addPrinter();
    const { _id } = await kitchen.placeOrder();
    expect((await star.ask()).jobReady).toBe(true);
    expect((await star.fetchJob(undefined)).status).toBe(200);
    await star.confirm(undefined, '200');
    expect(await kitchen.printedAt(_id)).not.toBeNull();
    expect((await star.fetchJob(undefined)).status).toBe(404);
  });

  test('a ticket that was not fetched for a day is not printed any more', async () => {
    const { star } = await kitchen.addPrinter();
    await kitchen.placeOrder();
    await star.ask();
    app.clock.advance(24 * hour + second);
    expect(await star.ask()).toEqual({ jobReady: false });
    const jobs = () =>
      transaction(app.db, kitchen.made.id, (tx) => tx.selectFrom('print_jobs').select('state').execute());
    expect(await jobs()).toEqual([{ state: 'expired' }]);
    app.clock.advance(6 * 24 * hour);
    await removeOldJobs(app.db, app.clock.now());
    expect(await jobs()).toEqual([]);
  });

  test('one of many parallel requests at one address gets the ticket', async () => {
    const { star, token } = await kitchen.addPrinter();
    await kitchen.placeOrder();
    const offers = await Promise.all(Array.from({ length: 8 }, () => star.ask()));
    expect(new Set(offers.map(({ jobToken }) => jobToken)).size).toBe(1);
    const replies = await Promise.all(offers.map(({ jobToken }) => star.fetchJob(jobToken)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(7);
    await star.confirm(offers[0]!.jobToken);
    // Nothing is kept in memory, so several servers would behave alike.
    await kitchen.placeOrders(10);
    const asking = (await findPollingPrinter(app.db, token))!;
    const fetched = await Promise.all(
      Array.from({ length: 24 }, async () => {
        await answerPoll(app.db, asking, {}, app.clock.now());
        return fetchJob(app.db, asking, null, app.clock.now());
      }),
    );
    const ids = fetched.flatMap((job) => (job === null ? [] : [job.order!.id]));
    expect([ids.length, new Set(ids).size]).toEqual([10, 10]);
  });
});
