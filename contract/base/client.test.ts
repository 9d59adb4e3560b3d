import { expect, test } from 'vitest';
import { CallError, createClient, isUnanswered } from './client.ts';

test.each([
  [0, true],
  [502, true],
  [504, true],
  [500, false],
  [503, false],
])('the status %i without an answer of ours leaves the call in doubt: %j', (status, expected) => {
  expect(isUnanswered(new CallError(status, null))).toBe(expected);
});

/** An answer whose connection is lost after the first bytes of its body. */
function brokenOff(status: number): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"orders":['));
    },
    pull(controller) {
      controller.error(new TypeError('connection lost'));
    },
  });
  return new Response(body, { status });
}

test.each([
  ['a success that breaks off', 0, true, brokenOff(200)],
  ['a page in place of an answer', 0, true, new Response('<p>Log in to the network</p>')],
  ['a refusal that breaks off', 409, false, brokenOff(409)],
  ['an error that breaks off', 500, false, brokenOff(500)],
  ['a refusal', 404, false, Response.json({ code: 'request.not_found', msg: 'No record found' }, { status: 404 })],
])('%s has the status %i, and leaves the call in doubt: %j', async (_, status, isInDoubt, response) => {
  const client = createClient({ fetch: () => Promise.resolve(response), token: () => null });
  const failure: unknown = await client.call('GET /auth/me', {}).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'CallError', status });
  expect(isUnanswered(failure)).toBe(isInDoubt);
});

/** A server that never answers. */
const silent = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

test('a call whose time is up has no answer, and is in doubt', async () => {
  const client = createClient({ fetch: silent, token: () => null });
  const failure: unknown = await client
    .call('GET /auth/me', { signal: AbortSignal.timeout(1) })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'CallError', status: 0 });
  expect(isUnanswered(failure)).toBe(true);
});

test('a call that its caller ends has not failed', async () => {
  const client = createClient({ fetch: silent, token: () => null });
  const leaving = new AbortController();
  const failure = client.call('GET /auth/me', { signal: leaving.signal }).catch((error: unknown) => error);
  leaving.abort();
  expect(await failure).toBe(leaving.signal.reason);
  expect(isUnanswered(await failure)).toBe(false);
});
