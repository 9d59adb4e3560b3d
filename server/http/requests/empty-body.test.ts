/** Calls that name the type of a body and send none, as foreign programs do. */
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/base/endpoint.ts';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';

const endpoints = {
  'POST /touch': endpoint({
    summary: '',
    callers: ['anonymous'],
    answer: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
};
afterEach(closeBareServers);

test.each(['', 'content-length: 0\r\n'])(
  'a body that is named and missing is answered at once (%j)',
  async (length) => {
    const app = await startBareServer(endpoints, { 'POST /touch': async () => ({ ok: true }) });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      `POST /api/v1/touch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}connection: close\r\n\r\n`,
    );
    expect((await text(socket)).split('\r\n')[0]).toMatch(/^HTTP\/1\.1 (200|400) /);
  },
);
