/**
 * Parallel changes of prices, terms, stock and opening: nobody waits for ever, and all of them are in the audit log.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallError } from '#contract/base/client.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

test('parallel changes by several people are made, or refused as changed meanwhile', async () => {
  const { call, db } = server;
  const { id, items, modifiers, outletId } = await makeRestaurant(db);
  const { token } = await makeOwner(db, id);
  const { token: manager } = await makeOwner(db, id, 'manager');
  const price = (itemId: typeof items.water, amount: number) =>
    call('POST /menu/update-items-modifier/:id', { params: { id: itemId }, form: { price: amount } }, manager);
  const together = async () => {
    const { items: all } = await call('GET /menu/get-all-items-modifier', {}, token);
    const seen = all.map(({ _id, price: amount }) => ({ _id, price: amount }));
    const change = { kind: 'price', price: { by: 'amount', value: 0.5 } } as const;
    return call('POST /menu/change-items', { body: { items: seen, change } }, token);
  };
  const file = (amount: number) => new File([`category,name,price\nSoups,Lentil,${amount}`], 'menu.csv');
  const statuses = new Set<number>();
  for (let round = 1; round <= 6; round += 1) {
    const changes: (() => Promise<unknown>)[] = [
      () => price(items.water, 5 + round),
      () => price(items.special, 40 + round),
      () => price(modifiers.cheese, 2 + round),
      together,
      () =>
        call(
          'POST /restaurant/update-settings',
          {
            body: { currency: (['KWD', 'USD'] as const)[round % 2]!, chargeOptions: round % 2 === 0 ? 'once' : 'each' },
          },
          token,
        ),
      () => call('POST /menu/import', { form: {}, files: { file: file(7 + round) } }, token),
      () => call('POST /menu/sell-out/:id', { params: { id: items.water }, body: { length: '1-hour' } }, manager),
      () =>
        call(
          'POST /outlet/pause-orders/:id',
          { params: { id: outletId }, body: { mode: 'delivery', length: '30-minutes' } },
          manager,
        ),
      () =>
        call(
          'PUT /outlet/update-outlet/:id',
          { params: { id: outletId }, form: { delivery: true, pickup: true } },
          token,
        ),
    ];
    // On a busy machine one that waits for the others for two seconds is told to come again.
    const outcomes = await Promise.allSettled(changes.map((make) => whenFree(make)));
    for (const one of outcomes) statuses.add(one.status === 'fulfilled' ? 200 : (one.reason as CallError).status);
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const { entries, total, isWhole } = await call('GET /audit/entries', { query: {} }, token);
  expect(isWhole).toBe(true);
  expect(total).toBe(entries[0]!.number);
  expect(total).toBeGreaterThan(24);
});
