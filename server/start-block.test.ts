import { expect, test } from 'vitest';
import { startBlock } from './start-block.ts';

const common = { publicUrl: 'https://orders.test', port: 3000, mail: { smtpUrl: undefined, from: '' } };

test('a trial says who can sign in, where guests order and where codes arrive', () => {
  const demo = {
    slugs: ['demo', 'cafe'],
    accounts: [{ email: 'demo@demo.test', password: 'demo1234', what: 'owner' }],
  };
  expect(startBlock({ ...common, mode: 'development', sms: { driver: 'console' } }, '1.2.3', demo)).toBe(
    `Order Manager  1.2.3
  Dashboard    https://orders.test/login
                 demo@demo.test / demo1234   (owner)
  Storefront   https://orders.test/demo/menu
               https://orders.test/cafe/menu
  API docs     https://orders.test/api/docs
  Codes        are printed here and at http://localhost:3000/dev/inbox
`,
  );
});

test('production mode says how to make the first admin, lists missing settings, and prints no password', () => {
  const sms = { driver: 'http', url: 'https://sms.test', authorization: 'Bearer x' } as const;
  expect(startBlock({ ...common, mode: 'production', sms }, '1.2.3', null)).toBe(
    `Order Manager  1.2.3
  Dashboard    https://orders.test/login
  API docs     https://orders.test/api/docs
  Codes        are sent by the SMS gateway
  Mail         is not sent: SMTP_URL is not set
  First admin  npm run cli -- admin:create --email you@example.com
`,
  );
});
