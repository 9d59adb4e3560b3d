import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/kitchen/live.ts';
import { type Connection, openLiveUpdates } from './live-updates.ts';

/** A server in the hand of the test: it answers streams and polls as it is told, and remembers what was asked. */
class FakeServer {
  isReachable = true;
  streamsWork = true;
  lastEvent: number | null = 10;
  /** The last event of the list that a poll brings; null: nothing new. */
  newest: number | null = null;
  polls = 0;
  missed = 0;
  rewinds = 0;
  askedFrom: number[] = [];
  seen: number[] = [];
  connections: Connection[] = [];
  network = new EventTarget();
  updates: ReturnType<typeof openLiveUpdates> | null = null;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  open() {
    this.updates = openLiveUpdates({
      lastEvent: () => this.lastEvent,
      openStream: (from, signal) => this.#stream(from, signal),
      poll: () => this.#poll(),
      onEvent: (event) => {
        this.seen.push(event.seq);
        this.lastEvent = event.seq;
      },
      onMissed: () => (this.missed += 1),
      onRewind: () => {
        this.rewinds += 1;
        this.lastEvent = null;
      },
      onConnection: (connection) => this.connections.push(connection),
      network: this.network,
    });
    return this.updates.close;
  }

  say(text: string) {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  send(event: LiveEvent) {
    this.say(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  hangUp() {
    this.#controller?.close();
    this.#controller = null;
  }

  get kind() {
    return this.connections.at(-1)?.kind;
  }

  #stream(from: number, signal: AbortSignal): Promise<Response> {
    this.askedFrom.push(from);
    if (!this.isReachable) return Promise.reject(new TypeError('Failed to fetch'));
    if (!this.streamsWork) return Promise.resolve(new Response('no', { status: 503 }));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        signal.addEventListener('abort', () => {
          if (this.#controller !== controller) return;
          this.#controller = null;
          controller.error(signal.reason);
        });
      },
    });
    this.send({ type: 'ready', seq: from });
    return Promise.resolve(new Response(body));
  }

  #poll(): Promise<void> {
    this.polls += 1;
    if (!this.isReachable) return Promise.reject(new Error('no answer'));
    this.lastEvent = this.newest ?? this.lastEvent ?? 10;
    return Promise.resolve();
  }
}

const changed = (seq: number): LiveEvent => ({ type: 'catalogue.changed', seq });
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

let server: FakeServer;
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  server = new FakeServer();
  close = () => undefined;
});
afterEach(() => {
  close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('follows from the last event of the list, and takes events as they come', async () => {
  close = server.open();
  await pass(0);
  expect(server.askedFrom).toEqual([10]);
  expect(server.kind).toBe('live');
  server.send(changed(11));
  server.send(changed(12));
  await pass(0);
  expect(server.seen).toEqual([11, 12]);
  expect(server.polls).toBe(0);
});

test('the list of orders is polled first when there is none', async () => {
  server.lastEvent = null;
  close = server.open();
  await pass(0);
  expect(server.polls).toBe(1);
  expect(server.askedFrom).toEqual([10]);
});

test('a stream that ends is resumed after the last number seen', async () => {
  close = server.open();
  await pass(0);
  server.send(changed(11));
  await pass(0);
  server.hangUp();
  await pass(1);
  expect(server.askedFrom).toEqual([10, 11]);
  expect(server.kind).toBe('live');
  expect(server.polls).toBe(0);
});

test('a gap too old to fill reads the whole list', async () => {
  close = server.open();
  await pass(0);
  server.send({ type: 'reload', seq: 99 });
  await pass(0);
  expect(server.polls).toBe(1);
});

test('events that a poll passed over are made up for, once', async () => {
  server.streamsWork = false;
  close = server.open();
  await pass(0);
  expect([server.polls, server.missed]).toEqual([1, 0]);
  server.newest = 12;
  await pass(15);
  expect(server.missed).toBe(1);
  server.streamsWork = true;
  await pass(15);
  expect(server.askedFrom.at(-1)).toBe(12);
  server.send(changed(13));
  server.hangUp();
  await pass(1);
  expect(server.missed).toBe(1);
});

test('events of a gap too old to fill are made up for', async () => {
  close = server.open();
  await pass(0);
  server.newest = 99;
  server.send({ type: 'reload', seq: 99 });
  await pass(0);
  expect(server.missed).toBe(1);
});

test('a database that has gone back is followed from where it is, with the whole list read', async () => {
  close = server.open();
  await pass(0);
  server.newest = 7;
  server.send({ type: 'reload', seq: 7 });
  server.send(changed(8));
  await pass(0);
  expect([server.rewinds, server.polls, server.seen, server.missed]).toEqual([1, 1, [8], 0]);
  server.hangUp();
  await pass(1);
  expect([server.rewinds, server.askedFrom]).toEqual([1, [10, 8]]);
});

test('the list is asked for until it comes once the database has gone back', async () => {
  close = server.open();
  await pass(0);
  server.isReachable = false;
  server.send({ type: 'reload', seq: 7 });
  await pass(3);
  expect(server.kind).toBe('lost');
  server.isReachable = true;
  server.newest = 12;
  await pass(3);
  expect([server.kind, server.askedFrom]).toEqual(['live', [10, 12]]);
});

test('a poll finds that the database has gone back, and all else is read again', async () => {
  server.streamsWork = false;
  close = server.open();
  await pass(0);
  server.newest = 7;
  await pass(15);
  expect([server.missed, server.askedFrom.at(-1)]).toEqual([1, 7]);
});

test('events are made up for where the list was read elsewhere while no stream came through', async () => {
  close = server.open();
  await pass(0);
  server.hangUp();
  server.lastEvent = 12;
  await pass(1);
  expect([server.missed, server.askedFrom]).toEqual([1, [10, 12]]);
});

test('the first list makes up for nothing', async () => {
  server.lastEvent = null;
  close = server.open();
  await pass(0);
  expect([server.polls, server.missed]).toEqual([1, 0]);
});

test('a blocked stream falls back to polls at most 15 s apart', async () => {
  server.streamsWork = false;
  close = server.open();
  await pass(0);
  expect(server.kind).toBe('polling');
  await pass(60);
  const before = server.polls;
  await pass(15);
  expect(server.polls).toBeGreaterThan(before);
  expect(server.connections.some(({ kind }) => kind === 'lost')).toBe(false);
});

test('heartbeats keep a quiet stream', async () => {
  close = server.open();
  await pass(0);
  for (let beat = 0; beat < 12; beat += 1) {
    await pass(5);
    server.say(':\n\n');
  }
  await pass(0);
  expect(server.askedFrom).toEqual([10]);
  expect(server.connections.map(({ kind }) => kind)).toEqual(['connecting', 'live']);
});

test('a line that dies without a word is reported within 10 s, with the time of the last update', async () => {
  close = server.open();
  await pass(3);
  server.say(':\n\n');
  await pass(0);
  const heardAt = new Date();
  server.isReachable = false;
  await pass(10);
  expect(server.connections.at(-1)).toEqual({ kind: 'lost', lastUpdateAt: heardAt });
});

test('offline is reported at once, online is tried at once', async () => {
  close = server.open();
  await pass(0);
  server.isReachable = false;
  server.network.dispatchEvent(new Event('offline'));
  expect(server.kind).toBe('lost');
  await pass(60);
  expect(server.kind).toBe('lost');
  server.isReachable = true;
  server.network.dispatchEvent(new Event('online'));
  await pass(0);
  expect(server.kind).toBe('live');
});

test('a server that comes back without a word is found within 10 s', async () => {
  server.isReachable = false;
  close = server.open();
  await pass(300);
  expect(server.kind).toBe('lost');
  server.isReachable = true;
  await pass(10);
  expect(server.kind).toBe('live');
});

test('after closing nothing is asked any more', async () => {
  close = server.open();
  await pass(0);
  close();
  await pass(60);
  expect(server.askedFrom).toEqual([10]);
  expect(server.polls).toBe(0);
  expect(server.connections.map(({ kind }) => kind)).toEqual(['connecting', 'live']);
});

test('reads the list at once for another reader, and follows it with a stream of their own', async () => {
  close = server.open();
  await pass(0);
  server.send(changed(11));
  await pass(0);
  expect(server.askedFrom).toEqual([10]);
  server.lastEvent = null;
  server.newest = 14;
  server.updates!.restart();
  await pass(0);
  expect([server.polls, server.askedFrom]).toEqual([1, [10, 14]]);
  expect(server.kind).toBe('live');
});
