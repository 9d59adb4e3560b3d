import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { admitFile } from './admit-file.ts';
import { newId } from './db/new-id.ts';
import type { FindCaller } from './http/requests/caller.ts';
import type { AdmitFile } from './http/requests/form-body.ts';
import { closeBareServers, startBareServer } from './test/servers/bare-server.ts';

afterEach(closeBareServers);

const endpoints = {
  'POST /picture': endpoint({
    summary: '',
    callers: ['anonymous'],
    errors: [],
    form: z.object({}),
    files: ['image'],
    answer: z.object({}),
  }),
};

interface Upload {
  socket: Socket;
}

describe('files on their way', () => {
  const part = '--b\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n\r\nx';
  const callers: Record<string, unknown> = {};
  const findCaller = (async (token: string) => callers[token] ?? null) as FindCaller;
  const shared = { restaurantId: newId(), tokenHash: Buffer.alloc(32), isClosed: false };
  callers['a-guest-of-the-restaurant'] = { ...shared, kind: 'customer', customerId: newId() };
  callers['somebody-who-works-there'] = { ...shared, kind: 'owner', userId: newId(), outletIds: null };

  let held = 0;
  const counted: AdmitFile = async (caller, field) => {
    const end = await admitFile(caller, field);
    held += 1;
    return () => {
      held -= 1;
      end();
    };
  };

  async function start() {
    const options = { admitFile: counted, findCaller };
    const app = await startBareServer(endpoints, { 'POST /picture': async () => ({}) }, options);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    /** Begins a form, and stalls in its file. */
    return (token: string, length = 4_000_000) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      let answer = '';
      socket.on('data', (bytes) => (answer += bytes.toString()));
      socket.write(
        `POST /api/v1/picture HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n${part}`,
      );
      return { socket, answer: () => answer };
    };
  }
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => held).toBe(0);
  });
  const guest = 'a-guest-of-the-restaurant';
  const end = '\r\n--b--\r\n';
  const notTheEnd = 'x'.repeat(end.length);

  test('are four of the guests of a restaurant and four of its people, and one more is refused', async () => {
    const upload = await start();
    for (const [token, most] of [
      [guest, 4],
      ['somebody-who-works-there', 8],
    ] as const) {
      const stalled = [1, 2, 3, 4].map(() => upload(token));
      await expect.poll(() => held).toBe(most);
      const fifth = upload(token);
      await expect.poll(fifth.answer).toMatch(/^HTTP\/1.1 429 .*"rate.limited"/s);
      expect(stalled.map(({ answer }) => answer())).toEqual(['', '', '', '']);
    }
  });

  test.each([
    ['it is cut', async ({ socket }: Upload) => void socket.destroy()],
    ['it is received', async ({ socket }: Upload) => void socket.write(end)],
    ['it is no form', async ({ socket }: Upload) => void socket.write(notTheEnd)],
  ])('give their places back when %s', async (_, finish) => {
    const upload = await start();
    for (let round = 0; round < 3; round++) {
      const begun = [1, 2, 3, 4].map(() => upload(guest, part.length + end.length));
      await expect.poll(() => held).toBe(4);
      const fifth = upload(guest);
      await expect.poll(fifth.answer).toContain('429');
      await Promise.all(begun.map(finish));
      await expect.poll(() => held).toBe(0);
    }
    const received = upload(guest, part.length + end.length);
    received.socket.write(end);
    await expect.poll(received.answer).toMatch(/^HTTP\/1.1 200 /);
  });
});
