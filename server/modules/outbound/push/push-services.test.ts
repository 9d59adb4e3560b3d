import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { isPublicAddress, isPushService, lookUpPublic } from './push-services.ts';

const services = [...readConfig({ DATA_DIR: '/nowhere' }).pushServices, 'http://127.0.0.1:4000'];

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAAA', true],
  ['https://web.push.apple.com/QGuQ', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=BQ', true],
  ['http://127.0.0.1:4000/push/1', true],
  ['http://127.0.0.1:4001/push/1', false],
  ['https://127.0.0.1:4000/push/1', false],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://me:secret@fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com.evil.test/fcm', false],
  ['https://evil-notify.windows.com/w', false],
  ['https://notify.windows.com.evil.test/w', false],
  ['https://example.com/#.notify.windows.com', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is a push service: %s', (endpoint, isOne) => expect(isPushService(endpoint, services)).toBe(isOne));

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
