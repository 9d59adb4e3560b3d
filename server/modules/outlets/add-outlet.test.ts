import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { hoursNotSet } from '#contract/outlets/hours-problems.ts';
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

type Form = NonNullable<CallInput<'POST /outlet/add-outlet'>['form']>;
const harbour: Form = {
  name: 'Harbour',
  timeZone: 'Asia/Dubai',
  email: 'harbour@example.test',
  phone: '+971501234567',
  orderingSchedule: { sameDate: true, nextDate: true },
  nameTranslations: { ar: 'الميناء' },
  taxDetails: { taxRate: 12.5, taxInclusive: true },
  alertCalls: true,
};
const add = (form: Partial<Form> = {}, files: Record<string, Blob> = { image: makePng() }, token = owner) =>
  server.call('POST /outlet/add-outlet', { form: { ...harbour, ...form }, files }, token);
const list = async (token = owner) => (await server.call('GET /outlet/get-all-outlet', {}, token)).outlets;

/** The specification's form: objects, the email and booleans as JSON text. */
const asTexts = {
  name: 'Harbour',
  timeZone: 'Asia/Dubai',
  email: '"harbour@example.test"',
  phone: '0501234567',
  orderingSchedule: '{"sameDate":true,"nextDate":false}',
  taxDetails: '{"taxRate":5,"taxInclusive":false}',
  alertCalls: 'false',
};

describe('an added outlet', () => {
  test('has the given fields, is Active, and takes no orders until it is switched on', async () => {
    const { outlet, outlets, success, msg } = await add();
    expect([success, msg]).toEqual([true, 'Your record was successfully added']);
    expect(outlets).toEqual(outlet);
    const mode = {
      acceptsOrders: false,
      pausedUntil: null,
      busy: null,
      makeMinutesPerQuarter: null,
      preparationTime: 15,
      deliveryTime: 40,
      openingHours: hoursNotSet,
      takesOnline: true,
    };
    const paymentMethod = { cashOnDelivery: false, cardOnDelivery: false };
    expect(outlet).toEqual({
      ...harbour,
      _id: expect.any(String),
      image: expect.stringMatching(/^\/media\/.*-640\.webp$/),
      coverImage: { mimetype: 'image/webp', url: expect.stringMatching(/^\/media\/.*-1200\.webp$/) },
      status: true,
      pickup: false,
      delivery: false,
      orderingMode: { delivery: false, pickup: false },
      paymentMethod: { cashOnDelivery: false, cardOnDelivery: false, cash: false, cardMachine: false },
      preparationTime: 15,
      deliveryTime: 40,
      openingHours: hoursNotSet,
      address: null,
      asksPhoneAtTables: false,
      modes: ['delivery', 'dine-in', 'pickup'].map((name) => ({ mode: name, ...mode, paymentMethod })),
      specialDays: [],
    });
    expect(await list()).toEqual([expect.objectContaining({ _id: ours.outletId }), outlet]);
    const picture = await server.app.inject({ url: outlet.image! });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('may come as a form of texts, as in the specification', async () => {
    const { status, answer } = await sendForm(
      server.app,
      'POST',
      'outlet/add-outlet/',
      { image: makePng(), ...asTexts },
      owner,
    );
    expect([status, answer['success']]).toEqual([200, true]);
    expect(answer['outlet']).toMatchObject({
      name: 'Harbour',
      email: 'harbour@example.test',
      phone: '+971501234567',
      orderingSchedule: { sameDate: true, nextDate: false },
      taxDetails: { taxRate: 5, taxInclusive: false },
      alertCalls: false,
    });
  });

  test('may have its email as plain text', async () => {
    const plain = { image: makePng(), ...asTexts, email: 'plain@example.test' };
    const { answer } = await sendForm(server.app, 'POST', 'outlet/add-outlet', plain, owner);
    expect(answer['outlet']).toMatchObject({ email: 'plain@example.test' });
  });

  test('is on the site of the restaurant, and sent to its screens', async () => {
    const { outlet } = await add();
    const site = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    expect(site.outlets.map(({ name }) => name)).toEqual([`Marina ${ours.canary}`, 'Harbour']);
    const events = await transaction(server.db, ours.id, (tx) => tx.selectFrom('events').selectAll().execute());
    expect(events).toMatchObject([{ type: 'outlet.changed', data: { outletId: outlet._id } }]);
  });

  test('waits for another upload before it locks the menu, as a dish with a photo does', async () => {
    const adding: Promise<unknown>[] = [];
    await transaction(server.db, ours.id, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures of ${ours.id}`}, 0))`.execute(tx);
      adding.push(add());
      // The photo is encoded first, by a process that begins with the first one.
      await expect.poll(() => countWaiting(server.db), { timeout: 20_000 }).toBe(1);
      await sql`select from restaurants where id = ${ours.id} for no key update nowait`.execute(tx);
    });
    await Promise.all(adding);
    expect(await list()).toHaveLength(2);
  });

  test.each([
    ['+44 7911 123456', '+447911123456'],
    ['050 123 4567', '+971501234567'],
    ['971501234567', '+971501234567'],
    ['+971 4 432 1000', '+97144321000'],
  ])('has its phone %s stored as %s', async (phone, kept) => {
    expect((await add({ phone })).outlet.phone).toBe(kept);
  });

  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/London', 'Europe/London'],
  ])('in the zone %s gets the listed name %s', async (timeZone, kept) => {
    expect((await add({ timeZone })).outlet.timeZone).toBe(kept);
  });
});

describe('an outlet is refused', () => {
  test.each<[string, Partial<Form>]>([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(limits.name + 1) }],
    ['name', { name: '..' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+04:00' }],
    ['email', { email: 'nobody' }],
    ['email', { email: '"nobody"' }],
    ['phone', { phone: 'ring me' }],
    ['phone', { phone: '+97150' }],
    ['orderingSchedule', { orderingSchedule: { sameDate: false, nextDate: false } }],
    ['taxDetails.taxRate', { taxDetails: { taxRate: 100.01, taxInclusive: false } }],
    ['taxDetails.taxRate', { taxDetails: { taxRate: -1, taxInclusive: false } }],
    ['taxDetails.taxRate', { taxDetails: { taxRate: 5.555, taxInclusive: false } }],
    ['taxDetails.taxRate', { taxDetails: { taxRate: 1e-7, taxInclusive: false } }],
  ])('for its %s: %j', async (field, form) => {
    await expect(add(form)).rejects.toMatchObject({
      status: 400,
      answer: { fields: { [field]: { code: expect.any(String) } } },
    });
    expect(await list()).toHaveLength(1);
  });

  test.each(['name', 'timeZone', 'email', 'phone', 'orderingSchedule', 'taxDetails'])('without %s', async (field) => {
    const { [field as keyof typeof asTexts]: _, ...others } = asTexts;
    const { status, answer } = await sendForm(
      server.app,
      'POST',
      'outlet/add-outlet',
      { image: makePng(), ...others },
      owner,
    );
    expect([status, answer['fields']]).toEqual([400, { [field]: { code: 'required' } }]);
  });

  test('without a cover image, and for one that is none', async () => {
    await expect(add({}, {})).rejects.toMatchObject({ answer: { fields: { image: { code: 'required' } } } });
    const text = new Blob(['GIF89a']);
    await expect(add({}, { image: text })).rejects.toMatchObject({ answer: { code: 'image.type_not_supported' } });
    expect(await list()).toHaveLength(1);
  });

  test('for the name of another, in any case and spacing', async () => {
    await add({ name: 'Old  Town' });
    for (const name of ['old town', ' OLD TOWN']) {
      await expect(add({ name })).rejects.toMatchObject({
        status: 400,
        answer: { code: 'outlet.name_taken', name: 'Name in use', fields: { name: { code: expect.any(String) } } },
      });
    }
    const theirs = await makeRestaurant(server.db);
    const { token } = await makeOwner(server.db, theirs.id);
    await expect(add({ name: 'Old Town' }, undefined, token)).resolves.toMatchObject({ success: true });
  });

  test('except for one, when several of a name come at once', async () => {
    // No more pictures than a restaurant may have in work and in the line.
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => add({ name: 'Corner' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ answer: { code: 'outlet.name_taken' } });
    }
    expect(await list()).toHaveLength(2);
  });

  test('at the largest number of outlets', async () => {
    await transaction(server.db, ours.id, async (tx) => {
      const first = await tx.selectFrom('outlets').selectAll().executeTakeFirstOrThrow();
      const others = Array.from({ length: limits.outletsMax - 1 }, (_, number) => ({
        ...first,
        id: first.id.slice(0, -4) + String(1000 + number),
        name_key: String(number),
      }));
      await tx
        .insertInto('outlets')
        .values(others as (typeof first)[])
        .execute();
    });
    await expect(add()).rejects.toMatchObject({
      status: 409,
      answer: { code: 'outlet.too_many', msg: `A restaurant holds at most ${limits.outletsMax} outlets.` },
    });
  });

  test('when staff or guests send it', async () => {
    const { token } = await makeOwner(server.db, ours.id, 'staff');
    await expect(add({}, undefined, token)).rejects.toMatchObject({ status: 403 });
    await expect(add({}, undefined, ours.siteToken)).rejects.toMatchObject({ status: 403 });
    const manager = await makeOwner(server.db, ours.id, 'manager');
    await expect(add({}, undefined, manager.token)).resolves.toMatchObject({ success: true });
  });
});
