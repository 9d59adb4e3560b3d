import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Client, createClient } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { followOrder } from './order-events.ts';

const orderId = 'id-1' as OrderId;
const stops: (() => void)[] = [];
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server whose stream says these events, and then nothing until it is left. */
function sayInStream(...events: readonly { type: string; seq: number }[]): void {
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const event of events) {
          controller.enqueue(new TextEncoder().encode(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`));
        }
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
}

interface Followed {
  ask?: Parameters<typeof followOrder>[0]['ask'];
  client?: Client;
}

/** Follows an order. Answers what its page hears: the connection, the first failure and by how much the server's clock is ahead. */
function follow({ ask = () => Promise.resolve(), client }: Followed) {
  const heard = { connections: [] as boolean[], firstFailures: [] as unknown[], ahead: [] as number[] };
  const stop = followOrder({
    orderId,
    client: client ?? createClient({ fetch, token: () => null, origin: 'http://site.test' }),
    ask,
    onOrder: () => undefined,
    onFirstFailure: (error) => heard.firstFailures.push(error),
    onConnection: (isConnected) => heard.connections.push(isConnected),
    onServerClock: (ahead) => heard.ahead.push(ahead),
  });
  stops.push(stop);
  return { ...heard, stop };
}

/**
 * A phone whose line carries nothing from the moment on that it is cut, without an error. Every call then waits until its caller gives
 * up; before, the order is answered and the stream says that it is ready.
 */
function openPhone() {
  vi.useFakeTimers();
  const line = { isCut: false, calls: [] as string[] };
  const encoder = new TextEncoder();
  const request = (url: string, { signal }: RequestInit) => {
    const isStream = url.includes('/events');
    line.calls.push(isStream ? 'stream' : 'order');
    const isAborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    isAborted.catch(() => undefined);
    if (line.isCut) return isAborted;
    if (!isStream) return Promise.resolve(Response.json({ order: {} }));
    const start = (controller: ReadableStreamDefaultController) => {
      controller.enqueue(encoder.encode(`data: ${JSON.stringify({ type: 'ready', seq: 1 })}\n\n`));
      isAborted.catch((error: unknown) => controller.error(error));
    };
    return Promise.resolve(new Response(new ReadableStream({ start })));
  };
  vi.stubGlobal('fetch', request);
  const client = createClient({ fetch: request, token: () => null, origin: 'http://site.test' });
  const ask: Followed['ask'] = (_, signal) =>
    client.call('GET /order/get-order-details/:id', { params: { id: orderId }, signal });
  return { line, ask, client, goOnline: () => page.dispatchEvent(new Event('online')) };
}

test('a reload with a lower number takes the order back to where the database is', async () => {
  sayInStream({ type: 'ready', seq: 5 }, { type: 'reload', seq: 9 }, { type: 'reload', seq: 2 });
  const asked: boolean[] = [];
  const { stop } = follow({ ask: (isRewound) => Promise.resolve(asked.push(isRewound)) });
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  stop();
  expect(asked).toEqual([false, false, false, true]);
});

test('a line that carries nothing is lost after the silence and a call without an answer, and is tried again', async () => {
  const { line, ask, client } = openPhone();
  const { connections } = follow({ ask, client });
  await vi.advanceTimersByTimeAsync(1000);
  expect(connections).toEqual([true]);
  expect(line.calls).toEqual(['order', 'stream', 'order']);
  line.isCut = true;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(connections).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(line.calls).toEqual(['order', 'stream', 'order', 'order', 'stream']);
  line.isCut = false;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(connections.at(-1)).toBe(true);
});

test('a first answer that never comes is told as none, and the order is tried again', async () => {
  const { line, ask, client } = openPhone();
  line.isCut = true;
  const { firstFailures } = follow({ ask, client });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(firstFailures).toEqual([expect.objectContaining({ name: 'CallError', status: 0 })]);
  expect(line.calls).toEqual(['order', 'stream']);
});

test('a call that hangs is sent again as soon as the phone has a network again', async () => {
  const { line, ask, client, goOnline } = openPhone();
  line.isCut = true;
  const { connections, firstFailures } = follow({ ask, client });
  await vi.advanceTimersByTimeAsync(1000);
  line.isCut = false;
  goOnline();
  await vi.advanceTimersByTimeAsync(100);
  expect(line.calls).toEqual(['order', 'order', 'stream', 'order']);
  expect(connections).toEqual([true]);
  expect(firstFailures).toEqual([]);
});

test('a page that is left hears nothing more', async () => {
  const { line, ask, client } = openPhone();
  line.isCut = true;
  const { stop, connections, firstFailures } = follow({ ask, client });
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(line.calls).toEqual(['order']);
  expect([connections, firstFailures]).toEqual([[], []]);
});

test.each([
  ['two hours ahead', -120],
  ['two hours behind', 120],
])(
  "a phone whose clock is %s learns from the stream's answer how far that is from the server's",
  async (_, minutes) => {
    const milliseconds = minutes * 60_000;
    const date = new Date(Date.now() + milliseconds).toUTCString();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(new ReadableStream(), { headers: { date } })));
    const { ahead } = follow({});
    await vi.waitFor(() => expect(ahead).toHaveLength(1));
    // The header has whole seconds.
    expect(Math.abs(ahead[0]! - milliseconds)).toBeLessThan(2000);
  },
);
