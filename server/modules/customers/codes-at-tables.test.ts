/** Codes that guests ask for at a table, whose own code stands on it for everybody to read (R16). */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { insertCodedTables } from '#server/test/data/coded-tables.ts';
import { makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type SignInApp, startSignInApp } from '#server/test/servers/sign-in-app.ts';

// All codes share the budgets, so each test has a database of its own.
let database: Database | undefined;
let app: SignInApp;
let here: TestRestaurant;
beforeEach(async () => {
  await database?.close();
  database = await freshDatabase();
  app = await startSignInApp(database.db);
  here = await makeRestaurant(database.db);
});
afterAll(async () => {
  await closeBareServers();
  await database?.close();
});

/** A mobile number of the United Arab Emirates; twenty of them share a prefix. */
const phoneOf = (n: number) => `+97155${String(Math.floor(n / 20)).padStart(2, '0')}${String(n).padStart(5, '0')}`;

const sendAt = (table: string, n: number, from: string) =>
  app.call('POST /auth/sent-otp', { restaurantName: here.slug, number: phoneOf(n), table }, { from });

test('a code asked for at a table counts against the table, and gives its address more', async () => {
  const [table, other] = await insertCodedTables(database!.db, here, app.config.secret, 2);
  const from = '10.4.0.1';
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await sendAt(table!, n, from)).status);
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  expect((await sendAt(other!, 30, from)).status).toBe(200);
  expect((await sendAt(table!, 31, '10.4.0.2')).status).toBe(429);
  // The code of no table is no reason to refuse: the address counts as anywhere.
  const elsewhere = '10.4.0.3';
  const untabled: number[] = [];
  for (let n = 40; n < 46; n++) untabled.push((await sendAt('7-AAAAAAAAAAAAAAAA', n, elsewhere)).status);
  expect(untabled).toEqual([200, 200, 200, 200, 200, 429]);
});

test('twenty codes of tables give one address forty codes in an hour and 160 in a day', async () => {
  const tables = await insertCodedTables(database!.db, here, app.config.secret, 20);
  const from = '10.4.0.1';
  let n = 0;
  for (let hour = 0; hour < 5; hour++) {
    for (let asked = 0; asked < 60; asked++) await sendAt(tables[asked % 20]!, n++, from);
    expect(app.sent).toHaveLength(Math.min(160, (hour + 1) * 40));
    app.pass(3600);
  }
});

test('guests at several tables of one address get their codes, as they confirm them', async () => {
  const tables = await insertCodedTables(database!.db, here, app.config.secret, 20);
  const from = '10.4.0.1';
  for (let n = 0; n < 100; n++) {
    expect((await sendAt(tables[n % 20]!, n, from)).status).toBe(200);
    const phone = phoneOf(n);
    const body = { restaurantName: here.slug, number: phone, otpCode: app.codeFor(phone) };
    expect((await app.call('POST /auth/verify-otp', body, { from })).status).toBe(200);
  }
});
