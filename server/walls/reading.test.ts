/** A GET changes nothing, so that a link, a preview or a prefetch of another site cannot act for a person. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { makeCallers } from '../test/servers/callers.ts';
import { rawCall } from '../test/servers/raw-call.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';

let app: TestApp;
let sample: Sample;
beforeAll(async () => {
  app = await startApp();
  sample = await makeSample(app);
});
afterAll(() => app.close());

/** Written by the server's own work, whoever reads: when a session was last seen, jobs, counters, steps that are due. */
const ownWork = new Set(['sessions', 'jobs', 'rate_counters', 'escalation_steps', 'installation', 'schema_migrations']);
/** An export of orders or figures is a reading that stands in the audit log. */
const recorded = new Set(['audit_log_entries', 'audit_log_heads']);

/** A digest of each table. */
async function contents(): Promise<Record<string, string>> {
  return platformTransaction(app.db, 'seed', async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(tx);
    const digests: [string, string][] = [];
    for (const { name } of rows.filter((row) => !ownWork.has(row.name))) {
      const found = await sql<{ digest: string }>`
        select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${sql.table(name)} as t`.execute(
        tx,
      );
      digests.push([name, found.rows[0]!.digest]);
    }
    return Object.fromEntries(digests);
  });
}

test('no GET changes a row, whoever calls it', async () => {
  const routes = (Object.keys(api) as Route[]).filter((route) => route.startsWith('GET ') && route !== 'GET /events');
  expect(routes.length).toBeGreaterThan(50);
  const tokens = Object.values(await makeCallers(app.db, sample));
  const before = await contents();
  expect(Object.keys(before).length).toBeGreaterThan(40);
  let answered = 0;
  for (const route of routes)
    for (const token of tokens)
      if ((await rawCall(app.app, route, sampleInput[route](sample), token)).status === 200) answered++;
  expect(answered).toBeGreaterThan(routes.length);
  const after = await contents();
  expect(Object.keys(after).filter((table) => after[table] !== before[table] && !recorded.has(table))).toEqual([]);
});
