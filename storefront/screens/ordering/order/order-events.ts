/** Follows one order while its screen is open: the stream of its events, resumed after a loss, and asking in between (decision 36, R61). */
import { readEvents } from '#contract/base/event-stream.ts';
import type { Client } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { LiveEvent } from '#contract/kitchen/live.ts';
import type { Order } from '#contract/ordering/orders.ts';

const SECOND = 1000;
/** A stream that says nothing for longer than its heartbeat allows is dead. */
const SILENCE = (limits.streamHeartbeatSeconds + 2.5) * SECOND;
/** Longest wait for the order, and for its first answer, which a slow line may bring. Where it carries nothing, browsers wait for minutes. */
const [ANSWER_MAX, FIRST_ANSWER_MAX] = [8 * SECOND, 30 * SECOND];
const RETRY_FIRST = 1 * SECOND;
const RETRY_MAX = 10 * SECOND;

interface OrderFollowing {
  orderId: OrderId;
  client: Client;
  onOrder: (order: Order) => void;
  /**
   * Asks for the order as it is now; rejects when no answer comes. `isRewound`: the database has gone back (a restore, a failover to a
   * copy that was behind), and so may the order have, with a lower version.
   */
  ask: (isRewound: boolean, signal: AbortSignal) => Promise<unknown>;
  /** Hears why the order could not be had in the beginning. */
  onFirstFailure: (error: unknown) => void;
  /** Tells whether the stream is connected, so that the order on the screen is its present state. */
  onConnection: (isConnected: boolean) => void;
  /** Hears by how many milliseconds the server's clock is ahead of this phone's, which may be wrong by hours. */
  onServerClock: (ahead: number) => void;
}

/** Starts following. Answers how to stop. */
export function followOrder({
  orderId,
  client,
  onOrder,
  ask,
  onFirstFailure,
  onConnection,
  onServerClock,
}: OrderFollowing): () => void {
  const stopping = new AbortController();
  let lastEvent: number | null = null;

  async function readStream(): Promise<boolean> {
    const attempt = new AbortController();
    const { signal } = attempt;
    stopping.signal.addEventListener('abort', () => attempt.abort(), { signal });
    let silence = setTimeout(() => attempt.abort(), SILENCE);
    let hasSpoken = false;
    try {
      const { url } = client.address('GET /events', { query: { orderId } });
      const headers = {
        ...client.headers(),
        accept: 'text/event-stream',
        ...(lastEvent === null ? {} : { 'last-event-id': String(lastEvent) }),
      };
      const response = await fetch(url, { headers, signal, cache: 'no-store' });
      if (!response.ok || response.body === null) return false;
      const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now();
      if (!Number.isNaN(ahead)) onServerClock(ahead);
      for await (const batch of readEvents(response.body)) {
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), SILENCE);
        if (!hasSpoken) onConnection(true);
        hasSpoken = true;
        for (const data of batch) await handleEvent(JSON.parse(data) as LiveEvent);
      }
    } catch {
      // The line broke, or was cut for its silence: the next try tells which.
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
    return hasSpoken;
  }

  async function handleEvent(event: LiveEvent): Promise<void> {
    // Events from before the stream opened may have come after the first answer, so the order is asked for again.
    const isRewound = event.seq < (lastEvent ?? 0);
    if (event.type === 'reload' || (event.type === 'ready' && lastEvent === null)) await askInTime(isRewound);
    lastEvent = event.seq;
    if ('order' in event && event.order._id === orderId) onOrder(event.order);
  }

  /** Asks with that limit. A call that hung while the phone had no network is sent again as soon as it has one. */
  async function askInTime(isRewound: boolean, most = ANSWER_MAX): Promise<unknown> {
    const attempt = new AbortController();
    const { signal } = attempt;
    let isBack = false;
    const timer = setTimeout(() => attempt.abort(new DOMException('no answer in time', 'TimeoutError')), most);
    const onOnline = () => {
      isBack = true;
      attempt.abort();
    };
    addEventListener('online', onOnline);
    stopping.signal.addEventListener('abort', () => attempt.abort(), { signal });
    try {
      return await ask(isRewound, signal);
    } catch (error) {
      if (!isBack || stopping.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      removeEventListener('online', onOnline);
      attempt.abort();
    }
    return askInTime(isRewound, most);
  }

  async function followUntilStopped(): Promise<void> {
    await askInTime(false, FIRST_ANSWER_MAX).catch((error: unknown) => {
      if (!stopping.signal.aborted) onFirstFailure(error);
    });
    let failures = 0;
    while (!stopping.signal.aborted) {
      const hasSpoken = await readStream();
      if (stopping.signal.aborted) return;
      failures = hasSpoken ? 0 : failures + 1;
      const isAnswered = await askInTime(false).then(
        () => true,
        () => false,
      );
      if (stopping.signal.aborted) return;
      onConnection(isAnswered);
      await wait(Math.min(RETRY_MAX, RETRY_FIRST * 2 ** failures) * (0.5 + Math.random() / 2));
    }
  }

  function wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        removeEventListener('online', wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      addEventListener('online', wake);
      stopping.signal.addEventListener('abort', wake);
    });
  }

  void followUntilStopped();
  return () => stopping.abort();
}
