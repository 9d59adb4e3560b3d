/**
 * No restaurant sees or changes another's data. The cases are generated from the contract, for every call that takes an
 * id.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { CallerKind } from '#contract/base/endpoint.ts';
import { isId } from '#contract/base/ids.ts';
import { newId } from '../db/new-id.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { makeCallers, type Tokens } from '../test/servers/callers.ts';
import { type RawInput, rawCall } from '../test/servers/raw-call.ts';
import { digestRestaurant } from '../test/data/canaries.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';

let server: TestApp;
let theirs: Sample;
let ours: Sample;
/** Staff and guests of our restaurant, and a second guest of the other one. */
let tokens: Tokens;
let theirOtherGuest: string | undefined;
beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
  theirs = await makeSample(server);
  ours = await makeSample(server);
  tokens = await makeCallers(server.db, ours);
  theirOtherGuest = (await makeCallers(server.db, theirs)).customer;
  // Nobody accepts the orders; their escalation is not due before this test is over.
  server.clock.advance(-3_600_000);
});
afterAll(() => server.close());

const routes = Object.keys(api) as Route[];
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

/** They list problems; every other call refuses. */
const quotes: Route[] = ['POST /order/quote-order', 'POST /order/quote-phone-order'];

/** Every id in an input, by its path: 'params.id', 'body.items.0.itemId'. */
function idPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return isId(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => idPaths(entry, [...path, key]));
}

/** The input with another id at the path. */
function withId(input: RawInput, path: string[], id: string): RawInput {
  const copy = structuredClone(input) as Record<string, never>;
  const parent = path.slice(0, -1).reduce<Record<string, never>>((found, key) => found[key]!, copy);
  parent[path.at(-1)!] = id as never;
  return copy;
}

function idAt(input: RawInput, path: string[]): string {
  return path.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], input) as string;
}

/** The reply without the parts that differ each time. */
async function say(route: Route, input: RawInput, token: string | undefined): Promise<[status: number, text: string]> {
  const { status, text } = await rawCall(server.app, route, input, token);
  return [status, text.replaceAll(/"requestId":"[^"]+"/g, '')];
}

/** The reply with a placeholder for the requested id, which an answer may repeat. */
async function sayOfId(
  route: Route,
  input: RawInput,
  id: string,
  token: string | undefined,
): Promise<[number, string]> {
  const [status, text] = await say(route, input, token);
  return [status, text.replaceAll(id, 'the id')];
}

/** Admins know every restaurant, through calls that are meant for it and leave an audit log entry. */
const isOfPlatform = (route: Route, kind: CallerKind) => kind === 'admin' && route.includes(' /admin/');

const inputOf = (route: Route, sample: Sample): RawInput => sampleInput[route](sample);

describe('an id of another restaurant answers like one that does not exist (R22, R23)', () => {
  // A stream of another guest's order is empty, not refused; the test of streams covers it.
  test.each(routes.filter((route) => route !== 'GET /events'))('%s', async (route) => {
    const before = await digestRestaurant(server.db, theirs.id);
    const right = inputOf(route, ours);
    const foreign = inputOf(route, theirs);
    for (const path of idPaths(right)) {
      for (const kind of kinds.filter((kind) => !isOfPlatform(route, kind))) {
        const ask = (id: string) => sayOfId(route, withId(right, path, id), id, tokens[kind]);
        const [known, unknown] = [await ask(idAt(foreign, path)), await ask(newId())];
        expect(known, `${path.join('.')} as ${kind}`).toEqual(unknown);
        expect(known[1]).not.toContain(theirs.canary);
        if (quotes.includes(route) && known[0] === 200) expect(known[1]).toContain('"problems":[{');
        else expect(known[0]).toBeGreaterThanOrEqual(400);
        expect(known[0]).toBeLessThan(500);
      }
    }
    expect(await digestRestaurant(server.db, theirs.id)).toBe(before);
  });

  test('the matrix still has cases', () => {
    const withIds = routes.filter((route) => idPaths(inputOf(route, ours)).length > 0);
    expect(withIds.length).toBeGreaterThanOrEqual(12);
  });
});

test("another guest's order answers like one that does not exist (R28)", async () => {
  for (const token of [theirOtherGuest, tokens.customer]) {
    const known = await say('GET /order/get-order-details/:id', { params: { id: theirs.orderId } }, token);
    expect(known).toEqual(await say('GET /order/get-order-details/:id', { params: { id: newId() } }, token));
    expect(known[0]).toBe(404);
  }
});

describe('data of another restaurant is in no answer (R24)', () => {
  test.each(kinds)('answers to %s contain none, even the second time', async (kind) => {
    for (const route of routes.filter(
      (name) => !isOfPlatform(name, kind) && name.startsWith('GET ') && name !== 'GET /events',
    )) {
      for (const _ of [1, 2])
        expect((await say(route, inputOf(route, ours), tokens[kind]))[1]).not.toContain(theirs.canary);
    }
  });
});

describe('data for staff is not in answers to guests (R29)', () => {
  const guests: CallerKind[] = ['anonymous', 'site', 'customer', 'registration', 'admin'];
  const secrets = () => [
    `${ours.canary}@outlet.test`,
    '"sku"',
    '"quantity":10',
    '"alertCalls"',
    'password',
    'token_hash',
  ];

  test.each(guests)('answers to %s contain none', async (kind) => {
    let answered = 0;
    for (const route of routes.filter((name) => /^(GET|POST \/menu) /.test(name) && name !== 'GET /events')) {
      const [status, text] = await say(route, inputOf(route, ours), tokens[kind]);
      if (status === 200) answered++;
      for (const secret of secrets()) expect(text, route).not.toContain(secret);
    }
    expect(answered).toBeGreaterThanOrEqual(1);
  });

  test('staff read the hidden texts, which proves that the search above can find them', async () => {
    const texts = await Promise.all(
      (['GET /outlet/get-all-outlet', 'GET /menu/get-all-items-modifier'] as const).map((route) =>
        say(route, {}, tokens.owner),
      ),
    );
    for (const secret of secrets().slice(0, 4)) expect(texts.join(' ')).toContain(secret);
  });
});
