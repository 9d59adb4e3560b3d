/** Answers of a provider that is out of order, or wants this server to be. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openPublicFetch } from './public-fetch.ts';

/** A provider that says this to everybody, byte by byte, and closes the connection. */
async function startSaying(answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const ask = async (answer: string) =>
  openPublicFetch({ mode: 'development' })(await startSaying(answer), { method: 'GET', headers: {} });

test.each([
  ['204 No Content', 204],
  ['205 Reset Content', 205],
  ['304 Not Modified', 304],
])('an answer %s has no body', async (said, status) => {
  const answer = await ask(`HTTP/1.1 ${said}\r\n\r\n`);
  expect([answer.status, await answer.text()]).toEqual([status, '']);
});

test.each([
  ['by another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
  ['by a status that there is not', 'HTTP/1.1 999 Other\r\nContent-Length: 0\r\n\r\n'],
  ['half', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
  ['without a word', ''],
  ['in another language', 'ehlo\r\n'],
])('an answer %s is a failure, at once', async (_, said) => {
  await expect(ask(said)).rejects.toMatchObject({ name: 'NotReached' });
});

test('an answer is read to its end', async () => {
  const answer = await ask('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}');
  expect([answer.headers.get('content-type'), await answer.json()]).toEqual(['application/json', { a: 1 }]);
});

test('this machine is not called in production mode, whatever its certificate', async () => {
  const fetch = openPublicFetch({ mode: 'production' });
  for (const url of ['https://localhost:9/', 'http://127.0.0.1:9/', 'https://127.0.0.1:9/'])
    await expect(fetch(url, { method: 'GET', headers: {} })).rejects.toMatchObject({ name: 'NotReached' });
});
