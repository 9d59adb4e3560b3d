import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { followOrder } from './order-events.ts';

afterEach(() => vi.unstubAllGlobals());

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

test('a reload with a lower number takes the order back to where the database is', async () => {
  sayInStream({ type: 'ready', seq: 5 }, { type: 'reload', seq: 9 }, { type: 'reload', seq: 2 });
  const asked: boolean[] = [];
  const stop = followOrder({
    orderId: 'id-1' as OrderId,
    client: createClient({ fetch, token: () => null, origin: 'http://site.test' }),
    ask: (isRewound) => Promise.resolve(asked.push(isRewound)),
    onOrder: () => undefined,
    onFirstFailure: () => undefined,
    onConnection: () => undefined,
  });
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  stop();
  expect(asked).toEqual([false, false, false, true]);
});
