import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { sendForm } from '#server/test/servers/send-form.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});

type Form = NonNullable<CallInput<'PUT /outlet/update-outlet/:id'>['form']>;
const update = (form: Form, files: Record<string, Blob> = {}, token = owner) =>
  server.call('PUT /outlet/update-outlet/:id', { params: { id: ours.outletId }, form, files }, token);
const read = async () =>
  (await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner)).outlet;

describe('an update changes only the given fields', () => {
  test.each<[Form, object]>([
    [{ name: 'Old Town' }, { name: 'Old Town' }],
    [{ nameTranslations: { ar: 'المدينة القديمة' } }, { nameTranslations: { ar: 'المدينة القديمة' } }],
    [{ nameTranslations: { ar: '' } }, { nameTranslations: {} }],
    [{ timeZone: 'Europe/London' }, { timeZone: 'Europe/London' }],
    [{ email: '"new@example.test"' }, { email: 'new@example.test' }],
    [{ phone: '050 123 4567' }, { phone: '+971501234567' }],
    [
      { orderingSchedule: { sameDate: false, nextDate: true } },
      { orderingSchedule: { sameDate: false, nextDate: true } },
    ],
    [{ taxDetails: { taxRate: 0, taxInclusive: true } }, { taxDetails: { taxRate: 0, taxInclusive: true } }],
    [{ alertCalls: true }, { alertCalls: true }],
    [{ asksPhoneAtTables: true }, { asksPhoneAtTables: true }],
    [{ status: false }, { status: false }],
    [{ delivery: false }, { delivery: false, orderingMode: { delivery: false, pickup: true } }],
    [
      { address: { location: ' 2 Creek Road ', area: 'Deira' } },
      {
        address: {
          location: '2 Creek Road',
          locationTranslations: {},
          area: 'Deira',
          areaTranslations: {},
          latitude: null,
          longitude: null,
        },
      },
    ],
    [
      {
        address: {
          location: '2 Creek Road',
          locationTranslations: { ar: 'طريق الخور 2' },
          area: 'Deira',
          areaTranslations: { ar: '' },
        },
      },
      {
        address: {
          location: '2 Creek Road',
          locationTranslations: { ar: 'طريق الخور 2' },
          area: 'Deira',
          areaTranslations: {},
          latitude: null,
          longitude: null,
        },
      },
    ],
    [
      { address: { location: '2 Creek Road', area: 'Deira', latitude: 25.27, longitude: -55.3 } },
      {
        address: {
          location: '2 Creek Road',
          locationTranslations: {},
          area: 'Deira',
          areaTranslations: {},
          latitude: 25.27,
          longitude: -55.3,
        },
      },
    ],
  ])('%j', async (form, changed) => {
    const { modes: _, ...before } = await read();
    const { outlet } = await update(form);
    const { modes: __, ...after } = outlet;
    expect(after).toEqual({ ...before, ...changed });
    expect(await read()).toEqual(outlet);
  });

  test('sent as a form of texts, as in the specification', async () => {
    const { status, answer } = await sendForm(
      server.app,
      'PUT',
      `outlet/update-outlet/${ours.outletId}`,
      {
        name: 'Old Town',
        status: 'false',
        pickup: 'false',
        taxDetails: '{"taxRate":7.25,"taxInclusive":true}',
        address: '{"location":"2 Creek Road","area":"Deira"}',
        image: makePng(),
      },
      owner,
    );
    expect([status, answer['msg']]).toEqual([200, 'Outlet details was updated']);
    expect(answer['outlet']).toMatchObject({
      name: 'Old Town',
      status: false,
      pickup: false,
      delivery: true,
      taxDetails: { taxRate: 7.25, taxInclusive: true },
      address: { location: '2 Creek Road', area: 'Deira' },
      image: expect.stringMatching(/-640\.webp$/),
    });
  });

  test('sent as a new picture alone, with its own message', async () => {
    const first = await update({}, { image: makePng(1, 2, 3) });
    const second = await update({ pickup: true }, { image: makePng(3, 2, 1) });
    expect(second.msg).toBe('Outlet details was updated');
    expect(second.outlet.image).not.toBe(first.outlet.image);
    expect((await read()).image).toBe(second.outlet.image);
  });

  test('sent with its own name in another case', async () => {
    const name = `MARINA ${ours.canary}`;
    expect((await update({ name })).outlet.name).toBe(name);
  });

  test('sent with a new name, which is its address on the site at once', async () => {
    await update({ name: 'Old Town' });
    const site = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    expect(site.outlets.map(({ name }) => name)).toEqual(['Old Town']);
  });
});

describe('an update is refused', () => {
  test.each<[string, object]>([
    ['address.area', { address: { location: '2 Creek Road', area: '' } }],
    ['address.location', { address: { area: 'Deira' } }],
    ['address.location', { address: { location: 'x'.repeat(limits.addressPart + 1), area: 'Deira' } }],
    ['address.latitude', { address: { location: 'a', area: 'b', latitude: 90.5, longitude: 0 } }],
    ['address.longitude', { address: { location: 'a', area: 'b', latitude: 25 } }],
    ['address.latitude', { address: { location: 'a', area: 'b', longitude: 55 } }],
    ['status', { status: 'yes' }],
    ['orderingSchedule', { orderingSchedule: { sameDate: false, nextDate: false } }],
    ['taxDetails.taxRate', { taxDetails: { taxRate: '5', taxInclusive: false } }],
    ['phone', { phone: '12' }],
  ])('for its %s: %j', async (field, form) => {
    const before = await read();
    await expect(update(form as Form)).rejects.toMatchObject({
      status: 400,
      answer: { fields: { [field]: { code: expect.any(String) } } },
    });
    expect(await read()).toEqual(before);
  });

  test('for the name of another outlet, with nothing else written', async () => {
    const clone = await server.call('POST /outlet/clone-outlet/:id', { params: { id: ours.outletId } }, owner);
    const before = await read();
    await expect(update({ name: clone.outlet.name.toUpperCase(), status: false })).rejects.toMatchObject({
      status: 400,
      answer: { code: 'outlet.name_taken', fields: { name: { code: expect.any(String) } } },
    });
    expect(await read()).toEqual(before);
  });
});

test('staff may pause and resume orders, and nothing else', async () => {
  const { token } = await makeOwner(server.db, ours.id, 'staff');
  const before = await read();
  expect((await update({ delivery: false, pickup: true }, {}, token)).outlet.delivery).toBe(false);
  for (const form of [{ status: false }, { name: 'Mine' }, { taxDetails: { taxRate: 0, taxInclusive: false } }]) {
    await expect(update({ ...form, delivery: true }, {}, token)).rejects.toMatchObject({
      answer: { code: 'auth.forbidden' },
    });
  }
  await expect(update({ pickup: true }, { image: makePng() }, token)).rejects.toMatchObject({ status: 403 });
  expect(await read()).toMatchObject({ name: before.name, status: true, delivery: false, image: null });
});

test('a picture waits for another upload before the menu is locked, as that of a dish does', async () => {
  const updating: Promise<unknown>[] = [];
  await transaction(server.db, ours.id, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures of ${ours.id}`}, 0))`.execute(tx);
    updating.push(update({ pickup: false }, { image: makePng() }));
    // It is encoded first, by a process that begins with the first one.
    await expect.poll(() => countWaiting(server.db), { timeout: 20_000 }).toBe(1);
    await sql`select from restaurants where id = ${ours.id} for no key update nowait`.execute(tx);
  });
  await Promise.all(updating);
  expect(await read()).toMatchObject({ pickup: false, image: expect.any(String) });
});

test('parallel changes to different fields are all kept', async () => {
  const changes: Form[] = [
    { name: 'Old Town' },
    { email: 'new@example.test' },
    { taxDetails: { taxRate: 20, taxInclusive: true } },
    { address: { location: '2 Creek Road', area: 'Deira' } },
    { alertCalls: true },
    { pickup: false },
  ];
  await Promise.all(changes.map((form) => update(form)));
  expect(await read()).toMatchObject({
    name: 'Old Town',
    email: 'new@example.test',
    taxDetails: { taxRate: 20, taxInclusive: true },
    address: { location: '2 Creek Road', area: 'Deira' },
    alertCalls: true,
    pickup: false,
    delivery: true,
  });
});
