import { expect, test } from 'vitest';
import { isPublicAddress, lookUpPublic } from './public-addresses.ts';

test.each([
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['2a00:1450:4001:82b::200a', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
])('%s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

test('a name that leads to this machine is not connected to', async () => {
  const found = new Promise((resolve) => {
    lookUpPublic('localhost', {}, (error) => resolve(error));
  });
  expect(await found).toMatchObject({ message: expect.stringContaining('private address') as string });
});
