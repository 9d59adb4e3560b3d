import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoint } from '#contract/base/endpoint.ts';
import type { CustomerId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import type { Caller } from '../requests/caller.ts';
import { type EventStream, streamEvent } from './event-stream.ts';
import { Refusal } from '../answers/refusal.ts';

const endpoints = {
  'GET /events': endpoint({ summary: '', callers: ['owner', 'customer'], answer: 'stream', errors: [] }),
};
const token = 'the-token-of-the-owner';
const tokenHash = Buffer.from('hash of the token');
const owner: Caller = {
  kind: 'owner',
  restaurantId: 'r' as RestaurantId,
  userId: 'u' as UserId,
  name: 'Sara',
  outletIds: null,
  isShared: false,
  isLocked: false,
  isSupportAccess: false,
  isClosed: false,
  tokenHash,
};

afterEach(closeBareServers);

async function start(
  onStream: (stream: EventStream) => void,
  listEndedTokens?: (hashes: readonly Buffer[]) => Promise<Buffer[]>,
) {
  const app = await startBareServer(
    endpoints,
    { 'GET /events': async (_: unknown, stream: EventStream) => onStream(stream) },
    { findCaller: async (sent) => (sent === token ? owner : null), listEndedTokens },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const open = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { app, port, open };
}

/** The text of the stream so far, read until it contains `words`. */
async function readUntil(response: Response, words: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(words)) break;
  }
  return text;
}

test('events arrive as they are sent, with all a browser needs to reconnect', async () => {
  const { open } = await start((stream) => {
    stream.send(streamEvent(6, 'ready', `{"seen":${JSON.stringify(stream.lastEventId)}}`));
    setTimeout(() => stream.send(streamEvent(7, 'order.placed', '{"n":1}')), 20);
  });
  const response = await open({ 'last-event-id': '5' });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const text = await readUntil(response, '"n":1}\n\n');
  // The heartbeat may come at any moment.
  expect(text.replaceAll(/^:\n\n/gm, '')).toMatch(
    /^retry: [12]\d{3}\n\nid: 6\nevent: ready\ndata: \{"seen":"5"\}\n\nid: 7\nevent: order\.placed\ndata: \{"n":1\}\n\n$/,
  );
});

test('a stream may be refused before its first event', async () => {
  const { open } = await start(() => {
    throw new Refusal('request.not_found');
  });
  const response = await open();
  expect([response.status, await response.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'request.not_found' }),
  ]);
});

test('a quiet stream stays open', async () => {
  const { open } = await start(() => undefined);
  const response = await open();
  expect(response.status).toBe(200);
  expect(await readUntil(response, 'retry')).toMatch(/^retry: \d{4}\n\n$/);
});

test.each([
  [100, 50, ['1 0 0', '1 1 0', '1 1 1'], '2 1 1'],
  // Timers that are late: the heartbeats that were missed come together.
  [250, 20, ['1 1 0', '1 1 1'], '2 2 1'],
])(
  'each stream has a heartbeat in five seconds, at a moment of its own, where timers come every %d ms',
  async (milliseconds, rounds, expected, afterwards) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const { open } = await start(() => undefined);
      const beats = [0, 0, 0];
      for (const stream of beats.keys()) void countBeats(await open(), () => beats[stream]!++);
      const seen: string[] = [];
      const advance = async () => {
        now += milliseconds;
        vi.advanceTimersByTime(100);
        // Real time: a poll of the expectation would advance the timers.
        await sleep(50);
        if (seen.at(-1) !== beats.join(' ')) seen.push(beats.join(' '));
      };
      for (let round = 0; round < rounds; round++) await advance();
      expect(seen).toEqual(expected);
      await advance();
      expect(seen.at(-1)).toBe(afterwards);
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  },
);

async function countBeats(response: Response, onBeat: () => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    for (const _ of decoder.decode(chunk, { stream: true }).matchAll(/:\n\n/g)) onBeat();
  }
}

test('the handler learns that the client has closed the stream', async () => {
  let closed = 0;
  const { app, port, open } = await start((stream) => stream.onClose(() => closed++));
  const response = await open();
  const other = await openAndNeverRead(port);
  await expect.poll(() => app.streams.count).toBe(2);
  other.destroy();
  await expect.poll(() => [closed, app.streams.count]).toEqual([1, 1]);
  await app.close();
  expect(await response.text()).toMatch(/^retry/);
  expect([closed, app.streams.count]).toEqual([2, 0]);
});

test('a token has at most five streams, and can open another when one is closed', async () => {
  const { app, port, open } = await start(() => undefined);
  // A response that nobody holds any more ends its stream.
  const kept: Response[] = [];
  for (let i = 0; i < 4; i++) kept.push(await open());
  const fifth = await openAndNeverRead(port);
  await expect.poll(() => app.streams.count).toBe(5);
  const sixth = await open();
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '5']);
  fifth.destroy();
  await expect.poll(() => app.streams.count).toBe(4);
  kept.push(await open());
  expect(kept.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

/** Opens streams of many callers on a server, and tells how each was answered. */
async function startFor(callers: Map<string, Caller>, most = 2_000) {
  const app = await startBareServer(
    endpoints,
    { 'GET /events': async () => undefined },
    {
      findCaller: async (sent) => callers.get(sent) ?? null,
      config: { streams: { most, mostPerRestaurant: 100 } },
    },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  // A response that nobody holds any more ends its stream.
  const kept: Response[] = [];
  const openAs = async (caller: Caller, number: number) => {
    const sent = `token-of-the-caller-${number}`;
    callers.set(sent, { ...caller, tokenHash: Buffer.from(sent) } as Caller);
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
      headers: { authorization: `Bearer ${sent}` },
    });
    kept.push(response);
    return response;
  };
  return { app, openAs };
}

const staffOf = (restaurantId: string, userId: string): Caller => ({
  ...owner,
  restaurantId: restaurantId as RestaurantId,
  userId: userId as UserId,
});
const guestOf = (restaurantId: string, customerId: string): Caller => ({
  kind: 'customer',
  restaurantId: restaurantId as RestaurantId,
  customerId: customerId as CustomerId,
  tokenHash,
  isWithoutPhone: false,
  isClosed: false,
});

test('a person has at most twenty streams, whatever the number of their tokens', async () => {
  const { openAs } = await startFor(new Map());
  const opened = [];
  for (let n = 0; n < 22; n++) opened.push((await openAs(staffOf('r', 'one'), n)).status);
  expect(opened).toEqual([...Array<number>(20).fill(200), 429, 429]);
  expect((await openAs(staffOf('r', 'another'), 22)).status).toBe(200);
});

test('a restaurant has at most a hundred streams, half of them for guests, and its kitchen comes first', async () => {
  const { app, openAs } = await startFor(new Map());
  let n = 0;
  const guests: Response[] = [];
  for (; n < 50; n++) guests.push(await openAs(guestOf('r', `guest ${n}`), n));
  expect(guests.every(({ status }) => status === 200)).toBe(true);
  const refused = await openAs(guestOf('r', 'one more'), n++);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await openAs(guestOf('elsewhere', 'guest'), n++)).status).toBe(200);
  for (let opened = 0; opened < 50; opened++)
    expect((await openAs(staffOf('r', `cook ${opened}`), n++)).status).toBe(200);
  expect(app.streams.count).toBe(101);

  // The oldest guest gives way.
  expect((await openAs(staffOf('r', 'cook 50'), n++)).status).toBe(200);
  expect(await guests[0]!.text()).toMatch(/^retry/);
  expect(app.streams.count).toBe(101);
  for (let opened = 51; opened < 100; opened++)
    expect((await openAs(staffOf('r', `cook ${opened}`), n++)).status).toBe(200);
  expect((await openAs(staffOf('r', 'cook 100'), n++)).status).toBe(503);
  expect((await openAs(staffOf('elsewhere', 'cook'), n++)).status).toBe(200);
});

test('a process has at most as many streams as it was told, half of them for guests', async () => {
  const { app, openAs } = await startFor(new Map(), 4);
  let n = 0;
  const statuses = [];
  for (const caller of [guestOf('a', 'one'), guestOf('b', 'two'), guestOf('c', 'three'), staffOf('a', 'cook')])
    statuses.push((await openAs(caller, n++)).status);
  expect(statuses).toEqual([200, 200, 503, 200]);
  for (const cook of ['b', 'c', 'd', 'e', 'f']) statuses.push((await openAs(staffOf(cook, cook), n++)).status);
  expect(statuses.slice(4)).toEqual([200, 200, 200, 503, 503]);
  expect(app.streams.count).toBe(4);
});

test('an event is written in one piece, without chunks, and its end is that of the connection', async () => {
  const { port } = await start((stream) => {
    stream.send(streamEvent(1, 'order.placed', '{"n":1}'));
    setTimeout(() => stream.close(), 20);
  });
  const text = await readToEnd(await openAndNeverRead(port));
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).not.toMatch(/transfer-encoding|content-length/i);
  expect(head).toMatch(/connection: close/i);
  expect(body).toMatch(/^retry: \d{4}\n\nid: 1\nevent: order\.placed\ndata: \{"n":1\}\n\n$/);
});

test('the end of a token ends its streams', async () => {
  let ended: Buffer[] = [];
  const { app, open } = await start(
    () => undefined,
    async (hashes) => ended.filter((hash) => hashes.some((asked) => asked.equals(hash))),
  );
  const response = await open();
  await app.streams.closeEnded();
  expect(app.streams.count).toBe(1);
  ended = [tokenHash];
  await app.streams.closeEnded();
  expect(app.streams.count).toBe(0);
  expect(await response.text()).toMatch(/^retry/);
});

test('revoking a token closes its streams at once, and no others', async () => {
  const { app, open } = await start(() => undefined);
  const response = await open();
  app.streams.closeOf([Buffer.from('hash of another token')]);
  expect(app.streams.count).toBe(1);
  app.streams.closeOf([tokenHash]);
  expect(app.streams.count).toBe(0);
  expect(await response.text()).toMatch(/^retry/);
});

test('a reader that does not read is told to reload, is cut off, and delays nobody', async () => {
  const streams: EventStream[] = [];
  const { app, port, open } = await start((stream) => void streams.push(stream));
  const lazy = await openAndNeverRead(port);
  await expect.poll(() => app.streams.count).toBe(1);
  const eager = await open();
  const [ofLazy, ofEager] = streams as [EventStream, EventStream];
  const data = JSON.stringify('x'.repeat(64 * 1024));
  const lastRead = readUntil(eager, 'event: last');
  let id = 0;
  while (!ofLazy.isClosed) {
    id++;
    for (const stream of streams) stream.send(streamEvent(id, 'order.placed', data));
    await sleep(1);
  }
  ofEager.send(streamEvent(id + 1, 'last', '{}'));
  const end = (await readToEnd(lazy)).slice(-60);
  expect(end).toContain(`event: reload\ndata: {"type":"reload","seq":${id}}`);
  expect((await lastRead).slice(-40)).toContain(`id: ${id + 1}\nevent: last`);
  // The process buffers a bounded amount; the rest is in the two ends of the connection.
  expect(id).toBeLessThan(400);
});

async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  const ending = once(socket, 'end');
  socket.resume();
  await ending;
  return text;
}

async function openAndNeverRead(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.pause();
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await once(socket, 'connect');
  return socket;
}
