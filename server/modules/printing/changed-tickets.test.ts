import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKitchen } from '#server/test/data/kitchen.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a changed ticket that is offered again says that it may be a copy, and of which number', async () => {
  const kitchen = await openKitchen(app);
  const { star } = await kitchen.addPrinter();
  const { _id: orderId } = await kitchen.placeOrder();
  await star.printAll();
  const lines = [{ lineNumber: 1, quantity: 3 }];
  await app.call('POST /order/propose-change', { body: { orderId, lines } }, kitchen.owner.token);
  const answer = { orderId, number: 1, isAccepted: true };
  await app.call('POST /order/answer-change', { body: answer }, kitchen.guest.token);

  const { jobToken } = await star.ask();
  const changed = await (await star.fetchJob(jobToken, 'text/plain')).text();
  expect(changed).toContain('CHANGED ORDER');
  // The ticket of before the change is no copy of it.
  expect(changed).not.toContain('REPRINT');
  // It loses power before it confirms, twice.
  for (const copy of ['REPRINT 1', 'REPRINT 2']) {
    app.clock.advance(31_000);
    expect(await star.ask()).toMatchObject({ jobReady: true, jobToken });
    const again = await (await star.fetchJob(jobToken, 'text/plain')).text();
    expect(again).toContain('CHANGED ORDER');
    expect(again).toContain(copy);
  }
  await star.confirm(jobToken);
  await kitchen.printByHand(orderId);
  expect((await star.printAll())[0]).toContain('REPRINT 4');
});

test('a changed ticket that a cancellation took back comes again when that is undone', async () => {
  const kitchen = await openKitchen(app);
  const { star } = await kitchen.addPrinter();
  const { _id: orderId } = await kitchen.placeOrder();
  await kitchen.move(orderId, 'Confirmed');
  await star.printAll();
  const lines = [{ lineNumber: 1, quantity: 3 }];
  await app.call('POST /order/propose-change', { body: { orderId, lines } }, kitchen.owner.token);
  await app.call('POST /order/answer-change', { body: { orderId, number: 1, isAccepted: true } }, kitchen.guest.token);
  const noPaper = { statusCode: '410 Out of paper' };
  await star.ask(noPaper);
  await kitchen.move(orderId, 'Cancelled', 'too_busy');
  await star.ask(noPaper);
  await kitchen.move(orderId, 'Confirmed');
  const tickets = await star.printAll();
  expect(tickets).toHaveLength(1);
  expect(tickets[0]).toContain('CHANGED ORDER');
});
