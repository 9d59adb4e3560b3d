import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { signUpForm, startSignInApp } from '#server/test/servers/sign-in-app.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await closeBareServers();
  await database.close();
});

/** Every row of every table, as JSON text. */
async function dump(): Promise<string> {
  return platformTransaction(database.db, 'administration', async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(tx);
    const texts = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(name)} as t`.execute(tx);
      texts.push(...rows.map(({ row }) => JSON.stringify({ [name]: row })));
    }
    return texts.join('\n');
  });
}

test('neither database nor log nor answer has a password, a token or a code', async () => {
  const { db } = database;
  const logged: string[] = [];
  const record = (facts: object, message: string) => void logged.push(JSON.stringify(facts) + message);
  const app = await startSignInApp(db, { log: { debug: record, info: record, warn: record, error: record } });
  const { slug } = await makeRestaurant(db);
  const form = { ...signUpForm('canary@rest.test'), password: 'canary-of-the-password' };
  const number = '+971501234567';
  const guest = { restaurantName: slug, number };

  const answers = [await app.call('POST /auth/signup', form)];
  answers.push(
    await app.call('POST /auth/signin', form),
    await app.call('POST /auth/signin', { ...form, email: 'x@y.test' }),
  );
  const sent = await app.call('POST /auth/sent-otp', guest);
  const verified = await app.call('POST /auth/verify-otp', { ...guest, otpCode: app.codeFor(number) });
  const proof = verified.body['customer']!['token'] as string;
  const registered = await app.call(
    'POST /auth/register-customer',
    { ...guest, name: 'Noor', email: 'n@g.test' },
    { token: proof },
  );
  app.setGatewayDown(true);
  app.pass(60);
  const refused = await app.call('POST /auth/sent-otp', guest);

  const tokens = [
    ...answers.slice(0, 2).map(({ body }) => body['token']!['token'] as string),
    proof,
    registered.body['token'] as unknown as string,
  ];
  expect(tokens.map((token) => token.length)).toEqual([43, 43, 43, 43]);
  const rows = await dump();
  expect(rows).toContain('canary@rest.test');
  expect(rows).toContain('token_hash');
  const code = app.codeFor(number);
  for (const secret of [form.password, ...tokens]) {
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(Buffer.from(secret).toString('hex'));
    expect(logged.join('\n')).not.toContain(secret);
  }
  const codeRow = rows.split('\n').filter((row) => row.startsWith('{"phone_codes"'));
  expect(codeRow).toHaveLength(1);
  expect(codeRow[0]).not.toContain(`"${code}"`);
  expect(codeRow[0]).not.toContain(Buffer.from(code).toString('hex'));
  const said = JSON.stringify([sent.body, sent.headers, refused.body, refused.headers, logged]);
  for (const word of [...app.sent.map(({ text }) => text.slice(0, 5)), number, number.slice(1)])
    expect(said).not.toContain(word);
  expect(JSON.stringify(answers)).not.toContain(form.password);
});
