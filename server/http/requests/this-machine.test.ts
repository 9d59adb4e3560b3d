import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isFromThisMachine } from './this-machine.ts';

const ask = (remoteAddress: string | undefined, headers: Record<string, string>) =>
  isFromThisMachine({ socket: { remoteAddress } as FastifyRequest['socket'], headers });

test.each([
  ['127.0.0.1', 'localhost:3000'],
  ['::ffff:127.0.0.1', '127.0.0.1:3000'],
  ['::1', '[::1]:3000'],
  ['127.0.0.1', 'LOCALHOST'],
])('%s that asks for %s is this machine', (peer, host) => {
  expect(ask(peer, { host })).toBe(true);
});

test.each([
  ['10.0.0.7', { host: 'localhost' }],
  ['::ffff:10.0.0.7', { host: 'localhost' }],
  [undefined, { host: 'localhost' }],
  ['127.0.0.1', { host: 'shop.test' }],
  ['127.0.0.1', { host: 'localhost.shop.test' }],
  ['127.0.0.1', { host: '127.0.0.1.shop.test' }],
  ['127.0.0.1', { host: 'a b' }],
  ['127.0.0.1', {}],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { host: 'localhost', 'x-forwarded-host': 'localhost' }],
  ['127.0.0.1', { host: 'localhost', forwarded: 'for=127.0.0.1' }],
  ['127.0.0.1', { host: 'localhost', 'x-real-ip': '127.0.0.1' }],
  ['127.0.0.1', { host: 'localhost', via: '1.1 proxy' }],
] as const)('%s with %j is not', (peer, headers: Record<string, string>) => {
  expect(ask(peer, headers)).toBe(false);
});
