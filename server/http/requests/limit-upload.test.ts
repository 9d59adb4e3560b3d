/** Uploads that are too long: refused by what they say of themselves, and cut when they do not stop. */
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import { admitFile } from '#server/admit-file.ts';
import type { FindCaller } from './caller.ts';
import { Refusal } from '../answers/refusal.ts';
import type { AdmitFile } from './form-body.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';

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

/** Sends the beginning of an upload, and then chunks until the connection is cut. */
async function upload(headers: string, chunk?: Buffer, admitFile?: AdmitFile) {
  const app = await startBareServer(endpoints, { 'POST /picture': async () => ({}) }, admitFile && { admitFile });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  socket.write(
    `POST /api/v1/picture HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n${headers}\r\n`,
  );
  const sending = setInterval(() => chunk && socket.writable && socket.write(chunk), 5);
  // A connection that is cut may end with an error, which `once` would throw.
  const closed = new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(sending));
  return { answer: () => answer, closed };
}

test('an upload that says it is too long is refused before any of it comes, and its connection is cut', async () => {
  const { answer, closed } = await upload(`content-length: ${50 * 2 ** 20}\r\n`);
  await expect.poll(answer).toMatch(/^HTTP\/1.1 413 .*"request.too_large"/s);
  await closed;
});

test('an upload in chunks is cut at the limit, also where nobody reads what comes', async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="other"; filename="x"\r\n\r\n';
  const body = Buffer.alloc(limits.jsonBodyBytes, 'x');
  const size = (text: string | Buffer) => Buffer.from(text.length.toString(16) + '\r\n');
  const chunk = Buffer.concat([size(body), body, Buffer.from('\r\n')]);
  const first = `transfer-encoding: chunked\r\n\r\n${part.length.toString(16)}\r\n${part}`;
  const { closed } = await upload(first, chunk);
  await closed;
});

test('a file that is not admitted is refused when it begins, and the rest of it is not waited for', async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n\r\nx';
  const refuse = async (_: unknown, field: string) => {
    throw new Refusal('image.too_much_work', { seconds: field.length });
  };
  const { answer, closed } = await upload(`content-length: 4000000\r\n\r\n${part}`, undefined, refuse);
  await expect.poll(answer).toContain('"image.too_much_work"');
  await closed;
});

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
