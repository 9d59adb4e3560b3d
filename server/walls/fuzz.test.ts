/**
 * Bad input never gets a 5xx, and every answer matches its declaration (R74): property-based requests to every endpoint
 * by every kind of caller. `FUZZ_SECONDS=600 FUZZ_SEED=... npm test -- fuzz` runs longer, or repeats a run.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { CallerKind, Endpoint } from '#contract/base/endpoint.ts';
import { type ErrorAnswer, errors } from '#contract/base/errors.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { arbitraryInput } from '../test/data/arbitrary-input.ts';
import { makeCallers, makeRegistration, type Tokens } from '../test/servers/callers.ts';
import { type RawInput, rawCall } from '../test/servers/raw-call.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 10);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const kinds: CallerKind[] = ['anonymous', 'site', 'customer', 'registration', 'owner', 'manager', 'staff', 'admin'];
// A stream never ends; its input is two fields that other calls have as well.
const routes = (Object.keys(api) as Route[]).filter((route) => route !== 'GET /events');

let server: TestApp;
let sample: Sample;
let tokens: Tokens;
beforeAll(async () => {
  server = await startApp();
  sample = await makeSample(server);
  tokens = await makeCallers(server.db, sample);
});
afterAll(() => server.close());

/** Consumed tokens are made anew. */
async function tokenOf(kind: CallerKind, route: Route): Promise<string | undefined> {
  if (kind === 'registration') return makeRegistration(server.db, sample.id);
  if (route.startsWith('POST /auth/signout')) return (await makeCallers(server.db, sample))[kind];
  return tokens[kind];
}

async function send(route: Route, kind: CallerKind, input: RawInput): Promise<number> {
  const { status, headers, text } = await rawCall(server.app, route, input, await tokenOf(kind, route));
  const isFile = status === 200 && (api[route] as Endpoint).answer === 'file';
  const type = isFile
    ? /^((text\/csv|application\/json); charset=utf-8|application\/zip)$/
    : /^application\/json; charset=utf-8$/;
  expect(headers['content-type']).toMatch(type);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(status, text).toBeLessThan(500);
  if (status !== 200) {
    const answer = JSON.parse(text) as ErrorAnswer;
    expect(status).toBe(errors[answer.code].status);
    expect(answer.requestId).toBe(headers['x-request-id']);
    expect(text).not.toMatch(/select |insert |\bat .*\.ts:\d+|node_modules|violates|syntax error/i);
  }
  return status;
}

test(
  `in ${seconds} seconds of requests there is no 5xx and no undeclared answer`,
  { timeout: seconds * 1000 + 60_000 },
  async () => {
    const ids = [sample.outletId, sample.areaId, sample.menuId, sample.orderId]
      .concat(Object.values(sample.items) as never[], Object.values(sample.lists) as never[])
      .concat(Object.values(sample.modifiers) as never[], Object.values(sample.categories) as never[]);
    const arbitraries = routes.map((route) => arbitraryInput(api[route] as Endpoint, ids, sampleInput[route](sample)));
    const statuses = new Map<number, number>();
    const endsAt = performance.now() + seconds * 1000;
    const isOver = () => performance.now() >= endsAt;
    // The first round is always complete, so that no endpoint is left out on a slow machine.
    for (let round = 0; round === 0 || !isOver(); round++) {
      for (const [index, route] of routes.entries()) {
        const property = fc.asyncProperty(
          fc.constantFrom(...kinds, ...api[route].callers),
          arbitraries[index]!,
          async (kind, input) => {
            const status = await send(route, kind, input);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          },
        );
        await fc.assert(property, { seed: seed + round, numRuns: round > 0 && isOver() ? 1 : 20 });
      }
    }
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    process.stdout.write(`${total} requests, by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(Object.keys(Object.prototype)).toEqual([]);
    // Most requests are refused, but enough succeed to test the code behind the checks.
    expect(statuses.get(200)).toBeGreaterThan(total / 50);
    expect(total).toBeGreaterThanOrEqual(routes.length * 20);
  },
);
