import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { driverLimits } from '#contract/delivery/drivers.ts';
import { transaction } from '#server/db/transaction.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { arabicDigits } from '#server/test/data/arabic-digits.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, ownersPassword, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let owner: Awaited<ReturnType<typeof makeOwner>>;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  owner = await makeOwner(app.db, made.id);
});

const fields = { name: 'Bilal', phone: '+971501112233', outletIds: null };
const add = () => app.call('POST /delivery/add-driver', { body: fields }, owner.token);
const secretOf = (link: string) => link.split('#')[1]!;
const signIn = (link: string, code: string) =>
  app.call('POST /delivery/signin-driver', { body: { link: secretOf(link), code } });
const run = (token: string) => app.call('GET /delivery/get-run', {}, token);
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const list = async () => (await app.call('GET /delivery/get-drivers', {}, owner.token)).drivers;

describe('a driver', () => {
  test('opens their page by link and code, and nothing else of the restaurant', async () => {
    const { driver, link, code } = await add();
    expect(link).toMatch(/^http:\/\/localhost\/driver#[\w-]{43}$/);
    expect(code).toMatch(/^\d{6}$/);
    const { token } = await signIn(link, code);
    expect((await run(token)).run).toMatchObject({
      driver: { _id: driver._id, name: 'Bilal' },
      waiting: [],
      taken: [],
    });
    const refused = await refusalOf(app.call('GET /order/get-all-orders', { query: {} }, token));
    expect(refused).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect(await list()).toMatchObject([{ _id: driver._id, isCodeLocked: false, lastSeenAt: expect.any(String) }]);
    expect(JSON.stringify(await list())).not.toContain(code);
  });

  test('has five tries at the code, also at once, and then needs a new link', async () => {
    const { driver, link, code } = await add();
    const tries = await Promise.all(Array.from({ length: 8 }, () => refusalOf(signIn(link, otherThan(code)))));
    expect(tries.filter(({ code: refused }) => refused === 'delivery.wrong_code')).toHaveLength(4);
    expect(await refusalOf(signIn(link, code))).toMatchObject({ code: 'delivery.code_locked' });
    expect(await list()).toMatchObject([{ isCodeLocked: true }]);
    const renewed = await app.call('POST /delivery/new-driver-link/:id', { params: { id: driver._id } }, owner.token);
    expect(await refusalOf(signIn(link, code))).toMatchObject({ status: 401, code: 'delivery.link_invalid' });
    expect((await signIn(renewed.link, renewed.code)).token).toMatch(/./);
  });

  test('is forgotten wrong tries by the right code, in Arabic digits as well', async () => {
    const { link, code } = await add();
    for (const right of [code, arabicDigits(code)]) {
      for (let tries = 0; tries < 4; tries++) await refusalOf(signIn(link, otherThan(code)));
      expect((await signIn(link, right)).token).toMatch(/./);
    }
    expect(await list()).toMatchObject([{ isCodeLocked: false }]);
  });

  test('is out at once when they get a new link, and when they are removed', async () => {
    const { driver, link, code } = await add();
    const params = { id: driver._id };
    const first = await signIn(link, code);
    await run(first.token);
    const renewed = await app.call('POST /delivery/new-driver-link/:id', { params }, owner.token);
    expect(await refusalOf(run(first.token))).toMatchObject({ status: 401 });
    const second = await signIn(renewed.link, renewed.code);
    await run(second.token);
    await app.call('DELETE /delivery/remove-driver/:id', { params }, owner.token);
    expect(await refusalOf(run(second.token))).toMatchObject({ status: 401 });
    expect(await refusalOf(signIn(renewed.link, renewed.code))).toMatchObject({ code: 'delivery.link_invalid' });
    expect(await list()).toEqual([]);
  });

  test('signs out', async () => {
    const { link, code } = await add();
    const { token } = await signIn(link, code);
    await app.call('POST /delivery/signout-driver', {}, token);
    expect(await refusalOf(run(token))).toMatchObject({ status: 401 });
  });
});

test('names of drivers are changed by those who run the whole restaurant, and are in the audit log', async () => {
  const { driver } = await add();
  const params = { id: driver._id };
  const changed = await app.call(
    'POST /delivery/update-driver/:id',
    { params, body: { name: 'Bilal K.' } },
    owner.token,
  );
  expect(changed.driver).toMatchObject({ name: 'Bilal K.', phone: fields.phone, outletIds: null });
  const ofOne = await makeOwner(app.db, made.id, 'manager', [made.outletId]);
  expect(
    await refusalOf(app.call('POST /delivery/update-driver/:id', { params, body: { name: 'X' } }, ofOne.token)),
  ).toMatchObject({ status: 403 });
  const { entries } = await app.call('GET /audit/entries', { query: {} }, owner.token);
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['driver.changed', 'Bilal K.'],
    ['driver.added', 'Bilal'],
  ]);
});

test('outlets of a driver are those of the restaurant', async () => {
  const other = await makeRestaurant(app.db);
  const body = { ...fields, outletIds: [other.outletId] };
  expect(await refusalOf(app.call('POST /delivery/add-driver', { body }, owner.token))).toMatchObject({ status: 404 });
});

test('a driver of a deleted outlet gets another number, and no other outlet that is gone', async () => {
  const outletIds = [made.outletId];
  const add = (of: typeof outletIds | null) =>
    app.call('POST /delivery/add-driver', { body: { ...fields, outletIds: of } }, owner.token);
  const change = (id: Awaited<ReturnType<typeof add>>['driver']['_id'], phone: string) =>
    app.call(
      'POST /delivery/update-driver/:id',
      { params: { id }, body: { ...fields, phone, outletIds } },
      owner.token,
    );
  const [{ driver }, { driver: everywhere }] = [await add(outletIds), await add(null)];
  const input = { params: { id: made.outletId }, body: { password: ownersPassword } };
  await app.call('DELETE /outlet/delete-outlet/:id', input, owner.token);
  const changed = await change(driver._id, '+971509998877');
  expect(changed.driver).toMatchObject({ phone: '+971509998877', outletIds });
  expect(await refusalOf(change(everywhere._id, '+971509998877'))).toMatchObject({ status: 404 });
});

test('two drivers that are added at once do not pass the limit', async () => {
  await makeMany(driverLimits.driversMax - 1, add);
  const adding: Promise<unknown>[] = [];
  await transaction(app.db, made.id, async (tx) => {
    await lockMenu(tx, made.id);
    adding.push(add(), add());
    await expect.poll(() => countWaiting(app.db)).toBe(2);
  });
  const refused = (await Promise.allSettled(adding)).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { answer: { code: 'delivery.too_many_drivers' } } }]);
  expect(await list()).toHaveLength(driverLimits.driversMax);
});
