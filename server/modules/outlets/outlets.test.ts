import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
let guest: string;
beforeAll(async () => {
  server = await startApp();
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
  ({ token: guest } = await makeCustomer(server.db, ours.id));
});
afterAll(() => server.close());

const update = (id: OutletId, form: { status?: boolean; delivery?: boolean; pickup?: boolean }, token = owner) =>
  server.call('PUT /outlet/update-outlet/:id', { params: { id }, form }, token);

test('an outlet has the field names of the specification, and staff contacts only for its own people', async () => {
  const { outlets, outlet } = await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner);
  expect(outlet).toEqual(outlets);
  expect(outlet).toMatchObject({
    _id: ours.outletId,
    image: null,
    timeZone: 'Asia/Dubai',
    email: `${ours.canary}@outlet.test`,
    alertCalls: false,
    status: true,
    pickup: true,
    delivery: true,
    orderingMode: { delivery: true, pickup: true },
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: true, cash: true, cardMachine: true },
    preparationTime: 15,
    deliveryTime: 40,
    orderingSchedule: { sameDate: true, nextDate: false },
    taxDetails: { taxRate: 5, taxInclusive: false },
    address: { location: `1 Marina Walk ${ours.canary}`, area: 'Marina', latitude: 25.0805, longitude: 55.1403 },
  });
  expect(outlet.modes.map(({ mode, paymentMethod }) => [mode, paymentMethod])).toEqual([
    ['delivery', { cashOnDelivery: true, cardOnDelivery: true }],
    ['dine-in', { cashOnDelivery: true, cardOnDelivery: true }],
    ['pickup', { cashOnDelivery: true, cardOnDelivery: true }],
  ]);
  expect(outlet.openingHours).toHaveLength(7);
  for (const token of [guest, ours.siteToken]) {
    const answer = await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, token);
    const { email: _, alertCalls: __, ...open } = outlet;
    const modes = outlet.modes.map(({ makeMinutesPerQuarter: ___, ...mode }) => mode);
    expect(answer.outlet).toEqual({ ...open, modes });
  }
});

test('guests see neither an inactive outlet nor its areas', async () => {
  const { id, outletId, areaId, siteToken } = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, id);
  await update(outletId, { status: false }, token);

  expect(await server.call('GET /outlet/get-all-outlet', {}, siteToken)).toEqual({ outlets: [] });
  for (const route of ['GET /outlet/get-outlet/:id', 'GET /outlet/get-all-delivery-areas/:id'] as const) {
    await expect(server.call(route, { params: { id: outletId } }, siteToken)).rejects.toMatchObject({ status: 404 });
  }
  await expect(
    server.call('GET /outlet/get-delivery-area/:id', { params: { id: areaId } }, siteToken),
  ).rejects.toMatchObject({ status: 404 });

  const { outlets } = await server.call('GET /outlet/get-all-outlet', {}, token);
  expect(outlets.map(({ _id, status }) => [_id, status])).toEqual([[outletId, false]]);
  const areas = await server.call('GET /outlet/get-all-delivery-areas/:id', { params: { id: outletId } }, token);
  expect(areas.deliveryAreas).toHaveLength(1);
});

test.each([
  [{ status: false }, 'Outlet details was updated'],
  [{ delivery: false }, 'Your outlet is not accepting orders'],
  [{ pickup: true }, 'Your outlet is accepting orders'],
  [{ delivery: true, pickup: true }, 'Your outlet is accepting orders'],
  [{ delivery: true, pickup: false }, 'Outlet details was updated'],
  [{ status: true, delivery: true }, 'Outlet details was updated'],
])('the message names the change %j', async (form, msg) => {
  const answer = await update(ours.outletId, form);
  expect(answer).toMatchObject({ success: true, msg, outlet: form });
  expect(answer.outlets).toEqual(answer.outlet);
});

test('staff may pause orders too; a guest may not, and an unknown outlet is not found', async () => {
  const staff = await makeOwner(server.db, ours.id, 'staff');
  await expect(update(ours.outletId, { pickup: true }, staff.token)).resolves.toMatchObject({ success: true });
  await expect(update(ours.outletId, { pickup: true }, guest)).rejects.toMatchObject({ status: 403 });
  await expect(update(newId<OutletId>(), { pickup: true })).rejects.toMatchObject({
    answer: { code: 'request.not_found', msg: 'No record found' },
  });
});

test('parallel changes to different fields are all kept, and each is sent to the screens', async () => {
  const { id, outletId } = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, id);
  for (let round = 0; round < 10; round++) {
    const now = round % 2 === 0;
    await Promise.all([
      update(outletId, { status: now }, token),
      update(outletId, { delivery: now }, token),
      update(outletId, { pickup: now }, token),
    ]);
    const { outlet } = await server.call('GET /outlet/get-outlet/:id', { params: { id: outletId } }, token);
    expect(outlet).toMatchObject({ status: now, delivery: now, pickup: now });
  }
  const events = await transaction(server.db, id, (tx) =>
    tx.selectFrom('events').select(['seq', 'type', 'data']).orderBy('seq').execute(),
  );
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(events[0]).toMatchObject({ type: 'outlet.changed', data: { outletId } });
});

test('areas are answered in major units, with their outlet', async () => {
  const area = {
    _id: ours.areaId,
    outletId: ours.outletId,
    areaName: `Harbour ${ours.canary}`,
    areaNameTranslations: {},
  };
  const { deliveryAreas } = await server.call(
    'GET /outlet/get-all-delivery-areas/:id',
    { params: { id: ours.outletId } },
    ours.siteToken,
  );
  expect(deliveryAreas).toEqual([{ ...area, minBasketValue: 30, deliveryFee: 5 }]);
  const { deliveryArea } = await server.call(
    'GET /outlet/get-delivery-area/:id',
    { params: { id: ours.areaId } },
    guest,
  );
  expect(deliveryArea).toEqual(deliveryAreas[0]);
});
