/**
 * The audit log's entries about the menu (R85): prices, sold-out dishes, pauses, with the person and the former value.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let place: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
  place = await makeRestaurant(server.db);
  owner = (await makeOwner(server.db, place.id)).token;
});
afterAll(() => server.close());

test("a price, a sold-out dish and a pause have one entry each, with the person's name", async () => {
  const { call } = server;
  const staff = (await makeOwner(server.db, place.id, 'staff')).token;
  const params = { id: place.items.water };
  const change = (form: object) => call('POST /menu/update-items-modifier/:id', { params, form }, owner);
  await change({ price: 6.25 });
  await change({ price: 6.25, description: 'Still' });
  await change({ quantity: 4 });
  await call('POST /menu/sell-out/:id', { params, body: { length: '1-hour' } }, staff);
  await call('POST /menu/sell-out/:id', { params, body: { length: null } }, staff);
  const outlet = { id: place.outletId };
  await call(
    'POST /outlet/pause-orders/:id',
    { params: outlet, body: { mode: 'delivery', length: '30-minutes' } },
    staff,
  );
  await call('PUT /outlet/update-outlet/:id', { params: outlet, form: { delivery: true } }, staff);
  await call('PUT /outlet/update-outlet/:id', { params: outlet, form: { delivery: true } }, staff);

  const { entries, isWhole } = await call('GET /audit/entries', { query: {} }, owner);
  const dish = `water ${place.canary}`;
  const outletName = `Marina ${place.canary}`;
  expect(
    entries.map(({ action, subject, actor, details }) => [action, subject, actor.kind, details]).toReversed(),
  ).toEqual([
    ['item.price_changed', dish, 'owner', { before: 'AED 5.5', after: 'AED 6.25' }],
    ['item.sold_out', dish, 'staff', { until: '1-hour' }],
    ['item.back', dish, 'staff', {}],
    ['outlet.paused', outletName, 'staff', { mode: 'delivery', until: '30-minutes' }],
    ['outlet.resumed', outletName, 'staff', { mode: 'delivery', until: '' }],
  ]);
  expect(isWhole).toBe(true);
  // Later entries are checked from there on.
  await change({ price: 7 });
  expect(await call('GET /audit/entries', { query: { before: 3 } }, owner)).toMatchObject({ total: 6, isWhole: true });
});

test('refused changes have no entry', async () => {
  const before = (await server.call('GET /audit/entries', { query: {} }, owner)).total;
  const params = { id: place.items.water };
  await expect(
    server.call('POST /menu/update-items-modifier/:id', { params, form: { price: 6.255 } }, owner),
  ).rejects.toMatchObject({ status: 400 });
  expect((await server.call('GET /audit/entries', { query: {} }, owner)).total).toBe(before);
});

test('prices that change together share an entry with their former values, and do not disturb each other', async () => {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  const { burger, water } = made.items;
  const raise = { kind: 'price', price: { by: 'amount', value: 1 } } as const;
  const items = [
    { _id: burger, price: 18 },
    { _id: water, price: 5.5 },
  ];
  await server.call('POST /menu/change-items', { body: { items, change: raise } }, token);
  const record = () => server.call('GET /audit/entries', { query: {} }, token);
  const [entry] = (await record()).entries;
  expect(entry).toMatchObject({ action: 'items.prices_changed', subject: '2' });
  expect(entry!.details).toEqual({
    prices: expect.toSatisfy(
      (told: string[]) =>
        told.toSorted().join() ===
        [`burger ${made.canary}: AED 18 → AED 19`, `water ${made.canary}: AED 5.5 → AED 6.5`].join(),
    ),
  });
  // Single and joint changes in parallel: the later one is refused, and nobody waits for ever.
  for (let price = 6.5; price < 20; price += 3) {
    const form = { price: price + 3 };
    const alone = () => server.call('POST /menu/update-items-modifier/:id', { params: { id: water }, form }, token);
    const body = { items: [{ _id: water, price }], change: raise };
    const outcomes = await Promise.allSettled([
      alone(),
      server.call('POST /menu/change-items', { body }, token),
      alone(),
    ]);
    const refusals = outcomes.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 409, answer: { code: 'items.changed_since' } });
    expect((await record()).entries[0]).toMatchObject({
      action: 'item.price_changed',
      details: { after: `AED ${price + 3}` },
    });
  }
  expect((await record()).isWhole).toBe(true);
});
