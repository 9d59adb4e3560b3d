/**
 * Bad input never gets a 5xx, every answer matches its declaration (R74), and no answer tells anything of another restaurant (R24):
 * property-based requests to every endpoint by every kind of caller. `npm run test:long` makes 100,000 of them; `FUZZ_CALLS` says
 * how many at least, and `FUZZ_SEED` repeats a run.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { CallerKind, Endpoint } from '#contract/base/endpoint.ts';
import { type ErrorAnswer, errors } from '#contract/base/errors.ts';
import { isId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { arbitraryInput, nasty } from '../test/data/arbitrary-input.ts';
import { type Canaries, digestRestaurant, makeCanaries } from '../test/data/canaries.ts';
import { makeCallers, makeRegistration } from '../test/servers/callers.ts';
import { makeOddCallers, type OddCaller, oddCallers } from '../test/servers/odd-callers.ts';
import { type RawReply, rawCall } from '../test/servers/raw-call.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';
import { filesOf } from '../test/data/zip-files.ts';

const calls = Number(process.env['FUZZ_CALLS'] ?? 3_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const callsOfRound = 20;

type Caller = CallerKind | OddCaller;
const kinds: CallerKind[] = [
  'anonymous',
  'site',
  'customer',
  'registration',
  'driver',
  'owner',
  'manager',
  'staff',
  'admin',
];
/** Calls after which a token or a thing of the sample may be gone. */
const isEnding = (route: Route) =>
  /^DELETE|delete|remove|cancel|sign-?out|end-|share-tablet|switch-|lock-|new-|disable|undo|clear/i.test(route);
// A stream never ends; its input is two fields that other calls have as well.
const routes = (Object.keys(api) as Route[])
  .filter((route) => route !== 'GET /events')
  .toSorted((one, other) => Number(isEnding(one)) - Number(isEnding(other)));
/** Admins may know every restaurant through these calls. */
const isOfPlatform = (route: Route, caller: Caller) => caller === 'admin' && route.includes(' /admin/');

let server: TestApp;
let theirs: Canaries;
beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
  theirs = await makeCanaries(server);
  // Nobody accepts their orders, whose escalation is not due before this test is over.
  server.clock.advance(-3_600_000);
});
afterAll(() => server.close());

/** A fresh restaurant with all its callers: earlier calls deleted things of it. */
async function makeHome(): Promise<{ sample: Sample; tokens: Record<Caller, string | undefined> }> {
  const sample = await makeSample(server);
  const tokens = await makeCallers(server.db, sample);
  return { sample, tokens: { ...tokens, ...(await makeOddCallers(server, sample, tokens.admin!)) } };
}

/** The text of an answer, with the files of an archive unpacked. */
function textOf({ headers, text, bytes }: RawReply): string {
  return headers['content-type'] === 'application/zip' ? [...filesOf(bytes).values()].join('\n') : text;
}

function check(reply: RawReply, asked: unknown, { isFile = false, knowsAll = false } = {}): void {
  const { status, headers, text } = reply;
  expect(status, text).toBeLessThan(500);
  expect(headers['content-type']).toMatch(
    isFile && status === 200
      ? /^((text\/csv|application\/json); charset=utf-8|application\/zip)$/
      : /^application\/json; charset=utf-8$/,
  );
  expect(headers['x-content-type-options']).toBe('nosniff');
  if (!knowsAll) expect(theirs.find(textOf(reply), JSON.stringify(asked))).toEqual([]);
  if (status === 200) return;
  const answer = JSON.parse(text) as ErrorAnswer;
  expect(status).toBe(errors[answer.code].status);
  expect(answer.requestId).toBe(headers['x-request-id']);
  expect(text).not.toMatch(/select |insert |\bat .*\.ts:\d+|node_modules|violates|syntax error/i);
}

test(
  "in many odd requests there is no 5xx, no undeclared answer, and nothing of another restaurant's",
  async () => {
    const before = await digestRestaurant(server.db, theirs.sample.id);
    const statuses = new Map<number, number>();
    const count = ({ status }: RawReply) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const total = () => [...statuses.values()].reduce((sum, some) => sum + some, 0);
    for (let round = 0; total() < calls; round++) {
      const { sample, tokens } = await makeHome();
      const own = Object.values(sample).flatMap((value: unknown) =>
        Object.values(typeof value === 'object' && value !== null ? value : [value]).filter(
          (id): id is string => typeof id === 'string' && isId(id),
        ),
      );
      const options = { seed: seed + round, numRuns: callsOfRound };
      for (const route of routes) {
        const endpoint: Endpoint = api[route];
        const inputFor = (foreign: readonly string[]) =>
          arbitraryInput(endpoint, { own, foreign }, sampleInput[route](sample));
        const [input, ownInput] = [inputFor(theirs.ids), inputFor([])];
        const requests = fc
          .constantFrom<Caller[]>(...kinds, ...oddCallers, ...endpoint.callers, ...endpoint.callers)
          .chain((caller) => fc.tuple(fc.constant(caller), isOfPlatform(route, caller) ? ownInput : input));
        const property = fc.asyncProperty(requests, async ([caller, input]) => {
          // One call consumes it.
          const token = caller === 'registration' ? await makeRegistration(server.db, sample.id) : tokens[caller];
          const reply = await rawCall(server.app, route, input, token);
          count(reply);
          check(reply, input, { isFile: endpoint.answer === 'file', knowsAll: isOfPlatform(route, caller) });
        });
        await fc.assert(property, options);
        if (/signout|delete-customer|end-session/.test(route))
          Object.assign(tokens, await makeCallers(server.db, sample));
      }
      await fc.assert(
        fc.asyncProperty(printerRequest(tokens.printer!), async (request) => {
          const { statusCode: status, headers, body: text, rawPayload: bytes } = await server.app.inject(request);
          count({ status, headers, text, bytes });
          if (status === 200 && request.method === 'GET') expect(theirs.find(text)).toEqual([]);
          else check({ status, headers, text, bytes }, request);
        }),
        options,
      );
    }
    process.stdout.write(`${total()} requests, by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('isPolluted' in {}).toBe(false);
    // Most requests are refused, but enough succeed to test the code behind the checks.
    expect(statuses.get(200)).toBeGreaterThan(total() / 50);
    expect(await digestRestaurant(server.db, theirs.sample.id)).toBe(before);
  },
  120_000 + calls * 60,
);

/** A request to the address of a printer, whose secret replaces a bearer token. */
function printerRequest(secret: string) {
  const words = fc.constantFrom(...nasty.map((word) => encodeURIComponent(toText(word))), ...theirs.ids);
  return fc
    .record({
      method: fc.constantFrom('GET' as const, 'POST' as const, 'DELETE' as const),
      address: fc.oneof(fc.constant(secret), fc.constant(secret.slice(1)), words),
      query: fc.dictionary(fc.constantFrom('type', 'token', 'code', 'uid', 'mac'), words),
      payload: fc.constantFrom(...nasty.map((word) => JSON.stringify(word)), '{"statusCode":"200 OK"}', '{'),
    })
    .map(({ method, address, query, payload }) => ({
      method,
      url: `/print/${address}?${Object.entries(query)
        .map((word) => word.join('='))
        .join('&')}`,
      ...(method === 'POST' ? { payload, headers: { 'content-type': 'application/json' } } : {}),
    }));
}

function toText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

test('their own people read the canaries, which proves that the search above can find them', async () => {
  const { sample, owner, guest, columns } = theirs;
  const found = new Set<string>();
  for (const route of routes.filter((name) =>
    /^GET|get-all-categories|read-table-session|heartbeat|\/export$/.test(name),
  )) {
    for (const token of [owner, guest, sample.siteToken]) {
      const reply = await rawCall(server.app, route, sampleInput[route](sample), token);
      for (const mark of theirs.find(textOf(reply))) found.add(mark);
    }
  }
  const unseen = columns.filter((name) => ![...found].some((mark) => mark.startsWith(`${sample.canary}.${name}`)));
  expect(columns.length).toBeGreaterThan(40);
  expect(unseen).toEqual([]);
  expect(found).toContain(sample.id);
});
