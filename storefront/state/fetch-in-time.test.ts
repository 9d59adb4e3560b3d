import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient, isUnanswered } from '#contract/base/client.ts';
import { fetchInTime } from './fetch-in-time.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    if (signal?.aborted === true) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const client = createClient({ fetch: fetchInTime, token: () => null });

/** How a call ends, and null for as long as it does not. */
function endOf(call: Promise<unknown>): { error: unknown } {
  const end: { error: unknown } = { error: null };
  call.catch((error: unknown) => (end.error = error));
  return end;
}

test.each([
  ['without a signal', undefined],
  ['with the signal of a page that stays', new AbortController().signal],
])('a call %s that nobody answers fails after 30 seconds, and is in doubt', async (_, signal) => {
  const end = endOf(client.call('GET /auth/me', { ...(signal && { signal }) }));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(end.error).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(isUnanswered(end.error)).toBe(true);
});

test('a page that is left ends its calls at once', async () => {
  const leaving = new AbortController();
  const end = endOf(client.call('GET /auth/me', { signal: leaving.signal }));
  leaving.abort();
  const late = endOf(client.call('GET /auth/me', { signal: leaving.signal }));
  await vi.advanceTimersByTimeAsync(0);
  for (const { error } of [end, late]) expect(error).toMatchObject({ name: 'AbortError' });
});

test('a photo may take minutes', async () => {
  const files = { photo: new Blob(['photo']) };
  const form = { orderId: 'id-1', kind: 'late', wish: 'refund', note: '', lines: [], removesPhoto: false } as never;
  const end = endOf(client.call('POST /order/report-problem', { form, files }));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(end.error).toBeNull();
});
