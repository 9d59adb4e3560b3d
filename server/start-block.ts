import type { Config } from './config.ts';

/** The accounts of the demo, printed after it filled the database. */
interface Demo {
  slugs: readonly string[];
  accounts: readonly { email: string; password: string; what: string }[];
}

/** The text of a first start: addresses, accounts, and where codes arrive. */
export function startBlock(
  { publicUrl, port, mode, sms, mail }: Pick<Config, 'publicUrl' | 'port' | 'mode' | 'sms' | 'mail'>,
  version: string,
  demo: Demo | null,
): string {
  const isProduction = mode === 'production';
  const lines = [
    ['Order Manager', version],
    ['  Dashboard', `${publicUrl}/login`],
    ...(demo?.accounts ?? []).map(({ email, password, what }) => ['', `  ${email} / ${password}   (${what})`]),
    ...(demo?.slugs ?? []).map((slug, index) => [index === 0 ? '  Storefront' : '', `${publicUrl}/${slug}/menu`]),
    ['  API docs', `${publicUrl}/api/docs`],
    [
      '  Codes',
      sms.driver === 'console'
        ? `are printed here and at http://localhost:${port}/dev/inbox`
        : 'are sent by the SMS gateway',
    ],
    ...(isProduction && !mail.smtpUrl ? [['  Mail', 'is not sent: SMTP_URL is not set']] : []),
    ...(isProduction ? [['  First admin', 'npm run cli -- admin:create --email you@example.com']] : []),
  ];
  return `${lines.map(([name = '', value = '']) => `${name.padEnd(15)}${value}`).join('\n')}\n`;
}
