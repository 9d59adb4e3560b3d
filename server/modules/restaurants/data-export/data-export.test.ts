/** All data of a restaurant in one file, for its owner alone. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { makeSample, type Sample } from '#server/test/data/sample-input.ts';
import { readWholeArchive, sha256 } from '#server/test/data/archive-files.ts';
import { filesOf } from '#server/test/data/zip-files.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

let server: TestApp;
let ours: Sample;
let theirs: Sample;
let owner: string;
beforeAll(async () => {
  server = await startApp();
  ours = await makeSample(server);
  theirs = await makeSample(server);
  owner = (await makeOwner(server.db, ours.id)).token;
});
afterAll(() => server.close());

const take = (token: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/restaurant/export',
    headers: { authorization: `Bearer ${token}` },
    payload: { password: ownersPassword },
  });

test("the file has every table as CSV and as JSON lines, and neither other restaurants' data nor credentials", async () => {
  await server.call(
    'POST /menu/update-items-modifier/:id',
    { params: { id: ours.items.water }, form: { description: '=1+1' } },
    owner,
  );
  const reply = await take(owner);
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    'attachment; filename="restaurant.zip"',
  ]);
  const files = filesOf(reply.rawPayload);
  const lines = (name: string) =>
    files
      .get(`${name}.jsonl`)!
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines('orders').map(({ id, total_minor }) => [id, total_minor])).toEqual([[ours.orderId, 8375]]);
  expect(lines('customer_notes').map(({ text }) => text)).toEqual([`Table ${ours.canary}`]);
  expect(lines('order_lines')).toHaveLength(3);
  expect(lines('items').find(({ id }) => id === ours.items.water)).toMatchObject({ description: '=1+1' });
  expect(files.get('items.csv')).toContain(`,'=1+1,`);
  expect(JSON.parse(files.get('restaurant.json')!)).toMatchObject({ id: ours.id, name: ours.name });
  expect(files.get('printers.csv')!.split('\r\n')).toHaveLength(3);
  const all = [...files.values()].join('\n');
  expect(all).toContain(ours.canary);
  expect(all).not.toContain(theirs.canary);
  expect(all).not.toContain(ours.siteToken);
  for (const secret of ['token_hash', 'password_hash', 'pin_hash', 'site_token']) expect(all).not.toContain(secret);
});

test('an export is in the audit log, and is for the owner', async () => {
  const before = (await server.call('GET /audit/entries', { query: {} }, owner)).entries.length;
  expect((await take(owner)).statusCode).toBe(200);
  const { entries } = await server.call('GET /audit/entries', { query: {} }, owner);
  expect([entries.length - before, entries[0]!.action]).toEqual([1, 'restaurant.exported']);
  const manager = await makeOwner(server.db, ours.id, 'manager');
  expect((await take(manager.token)).statusCode).toBe(403);
});

test('the manifest says what every file was, and the end of the file what everything before was', async () => {
  const { rawPayload } = await take(owner);
  const { manifest, files, rows } = readWholeArchive(rawPayload);
  const { files: listed, tables } = manifest;
  expect(listed.map(({ name }) => name)).toEqual([...files.keys()].filter((name) => name !== 'manifest.json'));
  for (const { name, bytes, sha256: hash } of listed)
    expect([bytes, hash]).toEqual([files.get(name)!.length, sha256(files.get(name)!)]);
  for (const [table, { columns, rows: count }] of Object.entries(tables)) {
    expect(rows(table)).toHaveLength(count);
    for (const row of rows(table)) expect(Object.keys(row)).toEqual(columns);
  }
  expect(manifest.restaurant).toEqual({ id: ours.id, name: ours.name });
  expect(rawPayload.subarray(-64).toString()).toBe(sha256(rawPayload.subarray(0, -64)));
});

test('two files of a restaurant are under way at a time, and a third is asked for later', async () => {
  const { all } = await platformTransaction(server.db, 'seed', async (tx) => {
    // The first file is written as far as this table and no further, so none ends before the third is asked for.
    await sql`lock table printers in access exclusive mode`.execute(tx);
    const first = Promise.resolve(take(owner));
    await expect.poll(() => countWaiting(tx)).toBe(1);
    const others = [take(owner), take(owner)].map((reply) => Promise.resolve(reply));
    expect((await Promise.race(others)).statusCode).toBe(429);
    return { all: Promise.all([first, ...others]) };
  });
  expect((await all).map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '200', '429']);
  expect((await take(owner)).statusCode).toBe(200);
});
