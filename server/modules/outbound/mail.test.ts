import { afterEach, expect, test } from 'vitest';
import type { Log } from '#server/log.ts';
import { startMailServer, type TestMailServer } from '#server/test/servers/mail-server.ts';
import { testLog } from '#server/test/servers/log.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { createDevInbox, devInboxHtml } from './dev-inbox.ts';
import { mailOf } from './letter.ts';
import { inboxMail, MailNotSent, openMail, smtpMail } from './mail.ts';

const at = new Date('2026-03-01T10:00:00Z');
const from = 'Order Manager <no-reply@orders.test>';
const letter = mailOf({
  to: 'sara@example.test',
  subject: 'Choose a new password',
  paragraphs: ['Hello Sara & co,'],
  link: { label: 'Choose it', address: 'https://orders.test/recover-password?token=a_b&x="1"' },
  after: ['It is good for 30 minutes.'],
});

let server: TestMailServer | undefined;
afterEach(() => server?.close());

const send = (url: string, message = letter, log: Log = testLog, requireTLS = false) =>
  smtpMail({ url, from, requireTLS, patience: 300 }, log).send(message);

/** The headers by name, with continuation lines joined. */
function headersOf(data: string): Map<string, string> {
  const head = data.slice(0, data.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    head
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

test('a mail goes out once, as text and as HTML, from the configured sender', async () => {
  server = await startMailServer();
  await send(server.url);
  expect(server.received).toHaveLength(1);
  const [{ from: sender, to, data }] = server.received as [(typeof server.received)[0]];
  expect({ sender, to }).toEqual({ sender: 'no-reply@orders.test', to: ['sara@example.test'] });
  const headers = headersOf(data);
  expect(Object.fromEntries(headers)).toMatchObject({
    from,
    to: 'sara@example.test',
    subject: 'Choose a new password',
  });
  expect(headers.get('content-type')).toMatch(/^multipart\/alternative/);
  expect(data).toContain('Content-Type: text/plain');
  expect(data).toContain('Content-Type: text/html');
});

test('header values cannot break out of their header (R73)', async () => {
  server = await startMailServer();
  const evils = [
    '\r\nBcc: all@evil.test',
    '\nBcc: all@evil.test',
    '\r\n\r\n<b>body</b>',
    '\u2028Bcc: all@evil.test',
    '\u0000',
  ];
  for (const evil of evils) await send(server.url, { ...letter, subject: `Hello ${evil}` });
  for (const evil of evils.slice(0, 2))
    await send(server.url, { ...letter, to: `sara@example.test${evil}` }).catch(() => undefined);
  await send(server.url, { ...letter, to: 'sara@example.test, all@evil.test' }).catch(() => undefined);
  expect(server.received.length).toBeGreaterThanOrEqual(evils.length);
  for (const { to, data } of server.received) {
    expect([...headersOf(data).keys()].filter((name) => name === 'bcc' || name === 'cc')).toEqual([]);
    expect(to).toHaveLength(1);
    expect(to).not.toContain('all@evil.test');
  }
});

test('a busy server is asked once more; busy again, it did not take the mail', async () => {
  const warned: object[] = [];
  const log: Log = { ...testLog, warn: (facts) => warned.push(facts) };
  server = await startMailServer('451 later', '250 ok');
  await send(server.url, letter, log);
  expect(server.received).toHaveLength(1);
  expect(server.connections()).toBe(2);
  server.close();
  server = await startMailServer('451 later', '451 later', '250 ok');
  await expect(send(server.url, letter, log)).rejects.toThrow(MailNotSent);
  expect(server.received).toHaveLength(0);
  expect(warned).toHaveLength(3);
});

test('a server that looks through a mail before it takes it gets it once', async () => {
  server = await startMailServer();
  server.replies.set('.', 'later');
  await send(server.url);
  expect([server.received.length, server.connections()]).toEqual([1, 1]);
});

test('a mail whose end has no answer is not sent again at once', async () => {
  server = await startMailServer();
  server.replies.set('.', 'close');
  await expect(send(server.url)).rejects.toMatchObject({ problem: 'not_accepted' });
  expect([server.received.length, server.connections()]).toEqual([1, 1]);
});

test('a server that refuses permanently is asked once, and the log does not learn the address', async () => {
  const warned: string[] = [];
  const log: Log = { ...testLog, warn: (facts) => warned.push((facts as { err: Error }).err.message) };
  server = await startMailServer('550 no such user sara@example.test', '250 ok');
  await expect(send(server.url, letter, log)).rejects.toMatchObject({ name: 'MailNotSent', problem: 'refused' });
  expect(server.connections()).toBe(1);
  expect(warned.join()).toContain('550 no such user [hidden]');
  expect(warned.join()).not.toContain('sara@');
});

test.each([
  ['sara@EXAMPLE.test', '550 5.1.1 <sara@example.test>: Recipient address rejected'],
  ['sara@münchen.test', '550 5.1.1 <sara@xn--mnchen-3ya.test>: Recipient address rejected'],
])('the log does not learn %s as the server writes it', async (to, reply) => {
  const warned: string[] = [];
  const log: Log = { ...testLog, warn: (facts) => warned.push((facts as { err: Error }).err.message) };
  server = await startMailServer(reply);
  await expect(send(server.url, { ...letter, to }, log)).rejects.toThrow(MailNotSent);
  expect(warned).toEqual([expect.stringContaining('550 5.1.1 <[hidden]>: Recipient address rejected')]);
});

test.each([
  ['.', '554 the text is refused', { problem: 'refused', asked: 1 }],
  ['AUTH', '535 bad credentials', { problem: 'not_accepted', asked: 1 }],
  ['connect', '554 no service', { problem: 'not_accepted', asked: 1 }],
  ['MAIL', '550 not your address', { problem: 'not_accepted', asked: 1 }],
  ['RCPT', '550 5.7.1 relay access denied', { problem: 'not_accepted', asked: 1 }],
  ['RCPT', '553 5.1.8 the domain of the sender is not found', { problem: 'not_accepted', asked: 1 }],
  ['RCPT', '503 bad sequence of commands', { problem: 'not_accepted', asked: 2 }],
])('a refused login or sender keeps the mail for later, a refused mail is lost: %s', async (command, reply, end) => {
  server = await startMailServer();
  server.replies.set(command, reply);
  const { problem, asked } = end;
  await expect(send(server.url.replace('//', '//kitchen:secret@'))).rejects.toMatchObject({ problem });
  expect(server.connections()).toBe(asked);
});

test('a silent or missing server delays nobody for long', async () => {
  server = await startMailServer('silence', 'silence');
  const started = performance.now();
  await expect(send(server.url)).rejects.toThrow(MailNotSent);
  await expect(send('smtp://127.0.0.1:1')).rejects.toThrow(MailNotSent);
  expect(performance.now() - started).toBeLessThan(5_000 * slowness());
});

test('a server without encryption is refused where encryption is required, unless its address allows it', async () => {
  server = await startMailServer();
  await expect(send(server.url, letter, testLog, true)).rejects.toThrow(MailNotSent);
  expect(server.received).toHaveLength(0);
  await send(`${server.url}?requireTLS=false`, letter, testLog, true);
  expect(server.received).toHaveLength(1);
});

test('without a mail server mails are kept for the inbox, where the link can be pressed', async () => {
  const inbox = createDevInbox();
  const printed: string[] = [];
  await inboxMail(
    inbox,
    () => at,
    (line) => printed.push(line),
  ).send(letter);
  expect(printed).toEqual(['Mail to sara@example.test: Choose a new password (read it at /dev/inbox)']);
  expect(inbox.list()).toEqual([
    { to: 'sara@example.test', subject: 'Choose a new password', text: letter.text, receivedAt: at },
  ]);
  const html = devInboxHtml(inbox.list());
  expect(html).toContain('<h3>Choose a new password</h3>');
  expect(html).toContain('<a href="https://orders.test/recover-password?token=a_b&amp;x=&quot;1&quot;">');
  expect(html).toContain('Hello Sara &amp; co,');
});

test('in production mode without a mail server nothing is kept, and the log says so at the start and each time', async () => {
  const warned: string[] = [];
  const log: Log = { ...testLog, warn: (_, message) => warned.push(message) };
  const inbox = createDevInbox();
  const mail = openMail({ mode: 'production', mail: { smtpUrl: undefined, from } }, inbox, () => at, log);
  expect(warned).toEqual([
    'Mail is not configured: SMTP_URL is not set, so nobody can recover a password or open a restaurant',
  ]);
  await expect(mail.send(letter)).rejects.toThrow(MailNotSent);
  expect(warned).toHaveLength(2);
  expect(inbox.list()).toEqual([]);
});

test('the HTML of a letter says what its text says, and no content acts as HTML', () => {
  expect(letter.text).toBe(
    `Hello Sara & co,

Choose it:
https://orders.test/recover-password?token=a_b&x="1"

It is good for 30 minutes.

Order Manager
`,
  );
  expect(letter.html).toContain('Hello Sara &amp; co,');
  expect(letter.html).toContain('href="https://orders.test/recover-password?token=a_b&amp;x=&quot;1&quot;"');
  const evil = mailOf({ to: 'a@b.test', subject: '</title><script>', paragraphs: ['<script>alert(1)</script>'] });
  expect(evil.html).not.toContain('<script');
});
