import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { isPushService } from './push-services.ts';

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
