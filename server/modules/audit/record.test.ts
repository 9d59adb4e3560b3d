/** What stands in the record of what people do to the shop (R85): prices, sold out, pauses; who, and what it was before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/test/app.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/restaurant.ts';

let server: TestApp;
let place: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
  place = await makeRestaurant(server.db);
  owner = (await makeOwner(server.db, place.id)).token;
});
afterAll(() => server.close());

test('a price, a dish that is sold out and a pause stand there, each once and with its name', async () => {
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
  // What has come since is checked from there on.
  await change({ price: 7 });
  expect(await call('GET /audit/entries', { query: { before: 3 } }, owner)).toMatchObject({ total: 6, isWhole: true });
});

test('what is refused does not stand there', async () => {
  const before = (await server.call('GET /audit/entries', { query: {} }, owner)).total;
  const params = { id: place.items.water };
  await expect(
    server.call('POST /menu/update-items-modifier/:id', { params, form: { price: 6.255 } }, owner),
  ).rejects.toMatchObject({ status: 400 });
  expect((await server.call('GET /audit/entries', { query: {} }, owner)).total).toBe(before);
});
