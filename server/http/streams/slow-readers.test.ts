import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { Admission } from '#server/http/admission.ts';
import { Prepared } from '#server/http/answers/prepared.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';

const plain = { summary: '', callers: ['anonymous'], answer: z.unknown(), errors: [] } as const;
const endpoints = { 'GET /long': endpoint(plain), 'GET /shelved': endpoint(plain), 'GET /short': endpoint(plain) };
/** More than the network takes of one answer. */
const long = new Prepared(JSON.stringify('a'.repeat(2 ** 24)), 'long');
/** Some 900 kB as they are sent, which the shelf just takes. */
const shelved = new Prepared(JSON.stringify(randomBytes(800_000).toString('hex')), 'shelved', () => true);

let admission: Admission;
let served: number;
let sockets: Socket[];
beforeEach(() => {
  admission = new Admission(() => 0);
  served = 0;
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await closeBareServers();
});

async function startListening(longestStall?: number, work: () => Promise<unknown> = async () => undefined) {
  const handlers = {
    'GET /long': async () => long,
    'GET /shelved': async () => shelved,
    'GET /short': async () => {
      await work();
      return { served: ++served };
    },
  };
  const options = { admission, ...(longestStall !== undefined && { longestStall }) };
  const app = await startBareServer(endpoints, handlers, options);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

const asking = (path: string, headers = '') => `GET /api/v1${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;

/** Sends the text and reads nothing. */
function ask(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(text);
  sockets.push(socket);
  return socket;
}

/** Reads what has come, up to the end of the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  socket.resume();
  await once(socket, 'close');
  return text;
}

describe('a reader that takes nothing', () => {
  test.each([
    ['one long answer', asking('/long'), 1],
    ['several from the shelf', asking('/shelved', 'accept-encoding: gzip\r\n').repeat(30), 30],
  ])('is cut, and takes no share of the capacity until then: %s', async (_, text, requests) => {
    const { app, port } = await startListening(1_000);
    const connected = once(app.server, 'connection');
    const admit = vi.spyOn(admission, 'admit');
    let answered = 0;
    app.server.on('request', (_request: IncomingMessage, response: ServerResponse) =>
      response.once('finish', () => answered++),
    );
    const ownSocket = ask(port, text);
    const [socket] = (await connected) as [Socket];
    const timedOut = once(socket, 'timeout').then(() => socket.timeout);
    await vi.waitFor(() => expect(admit).toHaveBeenCalled());
    await vi.waitFor(() => expect([socket.writableLength > 0, admission.inFlight]).toEqual([true, 0]), 10_000);
    expect(socket.destroyed).toBe(false);
    await once(socket, 'close');
    // Not by the time for the next request.
    expect(await timedOut).toBe(1_000);
    expect(answered).toBeLessThan(requests);
    expect((await readAll(ownSocket)).length).toBeLessThan(2 ** 24);
  });

  test('has one answer at a time, and gets the others in their order when it reads', async () => {
    const { port } = await startListening();
    const socket = ask(port, asking('/long') + asking('/short').repeat(31) + asking('/short', 'connection: close\r\n'));
    await wait(500);
    expect([served, admission.inFlight]).toEqual([0, 0]);
    const text = await readAll(socket);
    const numbers = [...text.matchAll(/"served":(\d+)/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 32 }, (_, n) => n + 1));
  });

  test('is cut at once where the answers that wait would fill the memory, the first of them first', async () => {
    const { port } = await startListening();
    const all: Socket[] = [];
    for (let n = 0; n < 8; n++) {
      all.push(ask(port, asking('/long', 'connection: close\r\n')));
      await wait(100);
    }
    const lengths = await Promise.all(all.map(async (socket) => (await readAll(socket)).length));
    expect(lengths[0]).toBeLessThan(2 ** 24);
    expect(lengths.at(-1)).toBeGreaterThan(2 ** 24);
  });
});

test.each([33, 10_000])(
  'a connection on which %i requests wait behind work that takes long is cut, and few are held',
  async (ahead) => {
    const work = vi.fn(() => new Promise(() => undefined));
    const { app, port } = await startListening(undefined, work);
    const connected = once(app.server, 'connection');
    let held = 0;
    app.server.on('request', () => held++);
    // The header is so long that few of them arrive at once.
    ask(port, asking('/short', `x-long: ${'a'.repeat(1_000)}\r\n`).repeat(1 + ahead));
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    expect(held).toBeLessThan(200);
    await vi.waitFor(() => expect([work.mock.calls.length, admission.inFlight]).toEqual([1, 0]));
  },
);

test('a reader that goes on reading, and work that takes long, are not cut', async () => {
  const { port } = await startListening(3_000, () => wait(4_000));
  const socket = ask(port, asking('/long') + asking('/short', 'connection: close\r\n'));
  let bytes = 0;
  const pausing = setInterval(() => socket.resume(), 10);
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes < 2 ** 24) socket.pause();
  });
  await once(socket, 'close');
  clearInterval(pausing);
  expect(served).toBe(1);
  expect(bytes).toBeGreaterThan(2 ** 24);
});
