import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type SignInApp, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { codesPerDayOverall } from './code-limits.ts';

// All codes share the budgets, so each test has a database of its own.
let database: Database | undefined;
let app: SignInApp;
let here: TestRestaurant;
const warnings: object[] = [];
beforeEach(async () => {
  await database?.close();
  database = await freshDatabase();
  warnings.length = 0;
  app = await startSignInApp(database.db, { log: { ...testLog, warn: (facts) => void warnings.push(facts) } });
  here = await makeRestaurant(database.db);
});
afterAll(async () => {
  await closeBareServers();
  await database?.close();
});

let made = 0;
const newAddress = () => `10.3.${Math.floor(made / 200)}.${made++ % 200}`;
/** A mobile number of the United Arab Emirates. Each of 600 `range`s has its own prefix, the first seven digits. */
const phoneOf = (range: number, n = 0) =>
  `+9715${'024568'[Math.floor(range / 100)]}${String(range % 100).padStart(2, '0')}${String(n).padStart(5, '0')}`;
const someone = '+971501234567';

const send = (number: string, from = newAddress(), restaurantName = here.slug, headers: Record<string, string> = {}) =>
  app.call('POST /auth/sent-otp', { restaurantName, number }, { from, headers });
const verify = (number: string, otpCode: string, restaurantName = here.slug, from = '127.0.0.1') =>
  app.call('POST /auth/verify-otp', { restaurantName, number, otpCode }, { from });
const wrongFor = (phone: string) => String((Number(app.codeFor(phone)) + 1) % 100_000).padStart(5, '0');

test('a number waits half a minute between two codes, however it is spelt and wherever the request comes from', async () => {
  const there = await makeRestaurant(database!.db);
  expect((await send(someone)).status).toBe(200);
  app.pass(10);
  for (const [spelling, slug] of [
    ['050 123 4567', here.slug],
    ['٠٠٩٧١٥٠١٢٣٤٥٦٧', there.slug],
    [someone, 'no-such-place'],
  ] as const) {
    expect(await send(spelling, newAddress(), slug)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '20' },
      body: { code: 'code.too_soon', msg: 'You can ask for a new code in 20 s.', details: { seconds: 20 } },
    });
  }
  expect(app.sent).toHaveLength(1);
  app.pass(20);
  expect((await send(someone)).status).toBe(200);
});

test('one of fifty parallel requests for one number sends a code', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(someone)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(app.sent).toHaveLength(1);
});

test('a number gets three codes in ten minutes and five in a day, across restarts', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await send(someone)).status).toBe(200);
    app.pass(40);
  }
  expect(await send(someone)).toMatchObject({
    status: 429,
    body: {
      code: 'code.too_many',
      msg: 'Too many codes were asked for. Try again in 8 min.',
      details: { seconds: 480, minutes: 8 },
    },
  });
  app.pass(480);
  for (let n = 0; n < 2; n++) {
    expect((await send(someone)).status).toBe(200);
    app.pass(40);
  }
  const now = app.clock();
  app = await startSignInApp(database!.db);
  app.pass((now.getTime() - app.clock().getTime()) / 1000);
  expect(await send(someone)).toMatchObject({ status: 429, body: { code: 'code.too_many' } });
  app.pass(24 * 3600 - 680);
  expect((await send(someone)).status).toBe(200);
});

test('an address gets five codes in an hour and twenty in a day, whatever `X-Forwarded-For` says', async () => {
  const from = newAddress();
  let sent = 0;
  for (let hour = 0; hour < 6; hour++) {
    for (let n = 0; n < 7; n++) {
      const headers = { 'x-forwarded-for': newAddress(), forwarded: `for=${newAddress()}` };
      const { status } = await send(phoneOf(100 + hour * 10 + n), from, here.slug, headers);
      if (status === 200) sent++;
    }
    expect(sent).toBe(Math.min(20, (hour + 1) * 5));
    app.pass(3600);
  }
  expect(app.sent).toHaveLength(20);
});

test('a prefix gets twenty codes in an hour, without loss to other prefixes', async () => {
  const there = await makeRestaurant(database!.db);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => send(phoneOf(101, n), newAddress(), n % 2 === 0 ? here.slug : there.slug)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect((await send(phoneOf(102))).status).toBe(200);
});

test('new guests of a restaurant get two hundred codes in an hour, independently of the next restaurant', async () => {
  const there = await makeRestaurant(database!.db);
  let sent = 0;
  for (let batch = 0; batch < 11; batch++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(phoneOf(200 + batch, n))));
    sent += answers.filter(({ status }) => status === 200).length;
  }
  expect(sent).toBe(200);
  expect((await send(phoneOf(300), newAddress(), there.slug)).status).toBe(200);
  // Eleven warnings for half of a prefix's budget, and one for each of the restaurant's.
  expect(warnings.filter((facts) => !('budget' in facts && facts.budget === 'prefix'))).toEqual([
    { budget: 'restaurant-new', limit: 200, windowSeconds: 3600 },
    { budget: 'restaurant', limit: 400, windowSeconds: 3600 },
  ]);
});

test('half of the codes of a restaurant are kept for numbers that have ordered before', async () => {
  const { db } = database!;
  const regulars = await Promise.all(Array.from({ length: 12 }, () => makeCustomer(db, here.id)));
  const placedAt = app.clock().toISOString();
  await insertPastOrders(
    db,
    here,
    regulars.slice(0, 11).map(({ customerId }) => ({ placedAt, customerId })),
  );
  for (let batch = 0; batch < 11; batch++) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => send(phoneOf(200 + batch, n))));
  }
  expect(app.sent).toHaveLength(200);
  const statuses = await Promise.all(regulars.map(async ({ phone }) => (await send(phone)).status));
  // The last of them has an account and no order.
  expect(statuses).toEqual([...Array<number>(11).fill(200), 429]);
});

test('two hundred guests of a dining room get their codes at one address, as they confirm them', async () => {
  const from = newAddress();
  let refused = 0;
  for (let n = 0; n < 200; n++) {
    const phone = phoneOf(320 + Math.floor(n / 20), n);
    const { status } = await send(phone, from);
    if (status !== 200) refused++;
    else await verify(phone, app.codeFor(phone), here.slug, from);
  }
  expect(refused).toBe(0);
});

test('an address has three hundred codes in an hour at most, however many are confirmed there', async () => {
  const from = newAddress();
  expect((await send(someone, from)).status).toBe(200);
  expect((await verify(someone, app.codeFor(someone), here.slug, from)).status).toBe(200);
  const setCount = (key: string, count: number) =>
    database!.db.updateTable('rate_counters').set({ count }).where('key', 'like', `${key}:%`).execute();
  await setCount('code:confirmed-numbers', 200);
  await setCount('code:address-hour', 299);
  expect((await send(phoneOf(330), from)).status).toBe(200);
  expect(await send(phoneOf(331), from)).toMatchObject({ status: 429, body: { code: 'code.too_many' } });
});

test('an address at which codes are not confirmed gets no more, whatever was confirmed before', async () => {
  const from = newAddress();
  const ask = async (range: number, count: number, isConfirmed: boolean) => {
    let sent = 0;
    for (let n = 0; n < count; n++) {
      const phone = phoneOf(range, n);
      if ((await send(phone, from)).status !== 200) continue;
      sent++;
      if (isConfirmed) await verify(phone, app.codeFor(phone), here.slug, from);
    }
    return sent;
  };
  expect(await ask(331, 5, true)).toBe(5);
  expect(await ask(332, 20, false)).toBe(10);
  app.pass(3600);
  expect(await ask(333, 20, false)).toBe(5);
  // One number confirms at an address once.
  app.pass(3600);
  expect(await ask(331, 1, true)).toBe(0);
});

test('all restaurants together have a daily budget', async () => {
  await send(phoneOf(1));
  const { db } = database!;
  await db
    .updateTable('rate_counters')
    .set({ count: codesPerDayOverall })
    .where('key', 'like', 'code:overall:%')
    .execute();
  expect(await send(phoneOf(2))).toMatchObject({ status: 429, body: { code: 'code.too_many' } });
  app.pass(24 * 3600);
  expect((await send(phoneOf(2))).status).toBe(200);
});

test('a prefix that confirms too few of its codes gets none for the rest of the day', async () => {
  /** Sends fifty codes over three hours to numbers of the range; every `nth` of them is confirmed. */
  const use = async (range: number, nth: number) => {
    for (let n = 0; n < 50; n++) {
      const phone = phoneOf(range, n);
      expect((await send(phone)).status).toBe(200);
      if (n % nth === 0) expect((await verify(phone, app.codeFor(phone))).status).toBe(200);
      if (n % 20 === 19) app.pass(3600);
    }
    app.pass(3600);
  };
  await use(401, 5);
  await use(402, 6);
  expect((await send(phoneOf(401, 77))).status).toBe(200);
  expect(await send(phoneOf(402, 77))).toMatchObject({ status: 429, body: { code: 'code.too_many' } });
  app.pass(24 * 3600);
  expect((await send(phoneOf(402, 77))).status).toBe(200);
});

test('a number has ten wrong guesses in a day, over all codes, restaurants and restarts', async () => {
  const there = await makeRestaurant(database!.db);
  let wrong = 0;
  // The sending limits would end this first, so the codes come from a server without them.
  const sender = await startSignInApp(database!.db, { rateLimits: false });
  const guess = async (slug: string, isRight: boolean) => {
    await sender.call('POST /auth/sent-otp', { restaurantName: slug, number: someone });
    const code = sender.codeFor(someone);
    const other = String((Number(code) + 1) % 100_000).padStart(5, '0');
    return verify(someone, isRight ? code : other, slug);
  };
  for (let n = 0; n < 10; n++) {
    if ((await guess(n % 2 === 0 ? here.slug : there.slug, false)).body.code === 'code.wrong') wrong++;
    // A right guess does not count.
    if (n === 4) expect((await guess(here.slug, true)).status).toBe(200);
  }
  expect(wrong).toBe(10);
  app = await startSignInApp(database!.db);
  expect(await guess(there.slug, false)).toMatchObject({ status: 429, body: { code: 'code.too_many' } });
  expect((await guess(here.slug, true)).body.code).toBe('code.too_many');
  app.pass(24 * 3600);
  sender.pass(24 * 3600);
  expect((await guess(here.slug, true)).status).toBe(200);
});

test('wrong tries at a dead code do not use up the guesses of a number', async () => {
  await send(someone);
  for (let n = 0; n < 30; n++) await verify(someone, wrongFor(someone));
  app.pass(60);
  await send(someone);
  expect((await verify(someone, app.codeFor(someone))).status).toBe(200);
});

test('a failing gateway is reported, and uses up no limit', async () => {
  app.setGatewayDown(true);
  for (let n = 0; n < 12; n++) {
    expect(await send(someone, '10.9.9.9')).toMatchObject({
      status: 503,
      body: { code: 'code.not_sent', msg: 'The code could not be sent. Try again in a moment.' },
    });
  }
  app.setGatewayDown(false);
  expect((await send(someone, '10.9.9.9')).status).toBe(200);
});

test('an unknown restaurant counts like a known one', async () => {
  const from = newAddress();
  for (let n = 0; n < 5; n++) expect((await send(phoneOf(500 + n), from, 'no-such-place')).status).toBe(200);
  expect((await send(phoneOf(505), from, 'no-such-place')).body.code).toBe('code.too_many');
  expect((await send(phoneOf(505), from)).body.code).toBe('code.too_many');
});

test('a restaurant sends codes to the countries its owner lists, and to all without a list', async () => {
  const { token } = await makeOwner(database!.db, here.id);
  const settings = (body: object) => app.call('POST /auth/update-code-settings', body, { token });
  expect(await app.call('GET /auth/code-settings', undefined, { token })).toMatchObject({
    status: 200,
    body: { codeSettings: { countries: null, codesPerDay: 1000 } },
  });
  expect((await settings({ countries: ['AE', 'GB', 'AE'] })).body).toMatchObject({
    codeSettings: { countries: ['AE', 'GB'], codesPerDay: 1000 },
  });
  expect(await send('+14155552671')).toMatchObject({ status: 400, body: { code: 'code.country_not_served' } });
  expect((await send('+447400123456')).status).toBe(200);
  expect((await send(someone)).status).toBe(200);
  await settings({ countries: null });
  expect((await send('+14155552671')).status).toBe(200);
  expect(await settings({ countries: ['XX'] })).toMatchObject({
    status: 400,
    body: { fields: { countries: { code: 'customer.country_unknown', details: { country: 'XX' } } } },
  });
});

test('a restaurant sends no more codes in a day than its owner allows, and the next restaurant sends on', async () => {
  const { token } = await makeOwner(database!.db, here.id);
  const there = await makeRestaurant(database!.db);
  await app.call('POST /auth/update-code-settings', { codesPerDay: 4 }, { token });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(phoneOf(500 + n))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(warnings).toEqual([{ budget: 'restaurant-day', limit: 4, windowSeconds: 24 * 3600 }]);
  app.pass(3600);
  expect(await send(phoneOf(520))).toMatchObject({
    status: 429,
    body: { code: 'code.too_many', details: { seconds: 23 * 3600, minutes: 23 * 60 } },
  });
  expect((await send(phoneOf(520), newAddress(), there.slug)).status).toBe(200);
  app.pass(23 * 3600);
  expect((await send(phoneOf(520))).status).toBe(200);
});
