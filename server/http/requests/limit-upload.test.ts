/** Uploads that are too long: refused by what they say of themselves, and cut when they do not stop. */
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { limits } from '#contract/base/limits.ts';
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
