import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let kitchen: Kitchen;
beforeEach(async () => {
  kitchen = await openKitchen(app);
});

const noPaper = { statusCode: '410 Out of paper' };

describe('an acceptance that is undone while the printer has no paper', () => {
  test('takes its ticket back, until the order is accepted again', async () => {
    const { star } = await kitchen.addPrinter({ prints: 'acceptance' });
    const { _id, orderNumber } = await kitchen.placeOrder();
    for (let times = 0; times < 2; times++) {
      await kitchen.move(_id, 'Confirmed');
      await star.ask(noPaper);
      expect(await kitchen.printers()).toMatchObject([{ waiting: 1 }]);
      await kitchen.move(_id, 'New');
      await star.ask(noPaper);
      expect(await kitchen.printers()).toMatchObject([{ waiting: 0 }]);
    }
    expect(await star.printAll()).toEqual([]);
    await kitchen.move(_id, 'Confirmed');
    expect(await kitchen.printers()).toMatchObject([{ waiting: 1 }]);
    const tickets = await star.printAll();
    expect(tickets).toHaveLength(1);
    expect(tickets[0]).toContain(`#${orderNumber}`);
    expect(tickets[0]!.some((line) => line.startsWith('REPRINT'))).toBe(false);
    await kitchen.move(_id, 'Ready');
    expect(await kitchen.printers()).toMatchObject([{ waiting: 0 }]);
    expect(await star.printAll()).toEqual([]);
  });

  test('takes back a ticket that is offered and not fetched', async () => {
    const { star } = await kitchen.addPrinter({ prints: 'acceptance' });
    const { _id } = await kitchen.placeOrder();
    await kitchen.move(_id, 'Confirmed');
    const { jobToken } = await star.ask();
    await kitchen.move(_id, 'New');
    expect((await star.fetchJob(jobToken)).status).toBe(404);
  });

  test('leaves a ticket that somebody asked for, and that of a printer of arriving orders', async () => {
    const accepting = await kitchen.addPrinter({ prints: 'acceptance' });
    const arriving = await kitchen.addPrinter({ name: 'Bar' });
    const { _id } = await kitchen.placeOrder();
    await kitchen.move(_id, 'Confirmed');
    for (const { star } of [accepting, arriving]) await star.ask(noPaper);
    await kitchen.move(_id, 'New');
    await kitchen.printByHand(_id);
    expect(await arriving.star.printAll()).toHaveLength(1);
    expect(await accepting.star.printAll()).toHaveLength(1);
    // The paper of accepted orders comes all the same.
    await kitchen.move(_id, 'Confirmed');
    expect(await accepting.star.printAll()).toHaveLength(1);
    expect(await arriving.star.printAll()).toEqual([]);
  });
});

describe('a cancelled order whose ticket was not fetched', () => {
  test('is printed when it is accepted again, and not before', async () => {
    const { star } = await kitchen.addPrinter({ prints: 'acceptance' });
    const { _id } = await kitchen.placeOrder();
    await kitchen.move(_id, 'Confirmed');
    await star.ask(noPaper);
    await kitchen.move(_id, 'New');
    await kitchen.move(_id, 'Cancelled', 'too_busy');
    await star.ask(noPaper);
    await kitchen.move(_id, 'New');
    expect(await star.printAll()).toEqual([]);
    await kitchen.move(_id, 'Confirmed');
    expect(await star.printAll()).toHaveLength(1);
  });

  test('has the ticket again that somebody asked for', async () => {
    const { star } = await kitchen.addPrinter({ prints: 'hand' });
    const { _id } = await kitchen.placeOrder();
    await kitchen.printByHand(_id);
    await kitchen.move(_id, 'Cancelled', 'too_busy');
    await star.ask(noPaper);
    await kitchen.move(_id, 'New');
    await star.ask(noPaper);
    await kitchen.move(_id, 'Confirmed');
    await star.ask(noPaper);
    expect(await star.printAll()).toHaveLength(1);
  });
});
