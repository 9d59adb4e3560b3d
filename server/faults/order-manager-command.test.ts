/** `deploy/order-manager-command` reads the settings as systemd does for the service, and runs nothing that stands in them. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Runs the shipped command in a folder of its own, with a product that prints what it was given. */
async function run(settings: string | null, ...parameters: string[]) {
  return runIn({ mayEnter: true }, settings, ...parameters);
}

/** The same in a folder that the user of the service may enter or not. */
async function runIn({ mayEnter }: { mayEnter: boolean }, settings: string | null, ...parameters: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'om-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file, data, product] = ['settings.env', 'data', 'product'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(data);
  if (settings !== null) await writeFile(file, settings);
  const shipped = await readFile(join(import.meta.dirname, '..', '..', 'deploy', 'order-manager-command'), 'utf8');
  await writeFile(
    join(folder, 'command'),
    shipped
      .replaceAll('/etc/order-manager.env', file)
      .replaceAll('/var/lib/order-manager', data)
      .replaceAll('/opt/order-manager/order-manager', product),
  );
  const print =
    'process.stdout.write(JSON.stringify({ given: process.argv.slice(2), env: process.env, cwd: process.cwd() }))';
  await writeFile(product, `#!${process.execPath}\n${print}\n`, { mode: 0o755 });
  // The user of the service is not on this machine.
  const setpriv = `echo "$1 $2 $3" >'${data}/user'\nshift 3\n[ "$1" != test ] || exit ${mayEnter ? 0 : 1}\nexec "$@"`;
  await writeFile(join(folder, 'setpriv'), `#!/bin/sh\n${setpriv}\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'command'), ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}` },
  });
  const made = await readdir(data);
  const printed = JSON.parse(stdout || '{}') as { given?: string[]; env?: object; cwd?: string };
  return { status, stderr, made, data, folder, ...printed };
}

test('values reach the product as they stand, whatever a shell would make of them', async () => {
  const settings = String.raw`
# SMTP_URL=comment; touch ran
; another comment
SMS_HTTP_URL=https://sms.example.com/send?from=a&to=b;touch ran
SMTP_URL=smtps://user:pa$HOME$(touch ran)|touch ran@mail.example.com
SECRET=${'`touch ran`'}+/a==
MAIL_FROM="Order \"Manager\" <no-reply@example.com> \$x \a  "
SINGLE='it costs $5 \ "net"  '
ESCAPED=a\ b\\c\"d
  SPACED =  x y  
HASH=a#b # c
QUOTES=Miller's "best"
JOINED="a" 'b'
LINES="one
two"
ONE_LINE=one\
two
NAME=قهوة
EMPTY=
DATA_DIR=/elsewhere
touch ran
BAD-NAME=$(touch ran)
LAST=end`;
  const { status, stderr, made, data, given, env } = await run(settings, 'admin:create', '--email', 'a b@example.com');
  expect([status, stderr, made]).toEqual([0, '', ['user']]);
  expect(given).toEqual(['admin:create', '--email', 'a b@example.com']);
  expect(env).toMatchObject({
    SMS_HTTP_URL: 'https://sms.example.com/send?from=a&to=b;touch ran',
    SMTP_URL: 'smtps://user:pa$HOME$(touch ran)|touch ran@mail.example.com',
    SECRET: '`touch ran`+/a==',
    MAIL_FROM: String.raw`Order "Manager" <no-reply@example.com> $x \a  `,
    SINGLE: String.raw`it costs $5 \ "net"  `,
    ESCAPED: String.raw`a b\c"d`,
    SPACED: 'x y',
    HASH: 'a#b # c',
    QUOTES: `Miller's "best"`,
    JOINED: 'ab',
    LINES: 'one\ntwo',
    ONE_LINE: 'onetwo',
    NAME: 'قهوة',
    EMPTY: '',
    DATA_DIR: data,
    LAST: 'end',
  });
  expect(env).not.toHaveProperty('BAD-NAME');
});

test('the example of the settings is read, also with line ends of Windows', async () => {
  const example = await readFile(join(import.meta.dirname, '..', '..', 'deploy', 'order-manager.env.example'), 'utf8');
  for (const settings of [example, example.replaceAll('\n', '\r\n')])
    expect((await run(settings)).env).toMatchObject({
      ORDER_MANAGER_MODE: 'production',
      SECRET: '',
      SMS_HTTP_AUTHORIZATION: 'Bearer ...',
      MAIL_FROM: 'Order Manager <no-reply@example.com>',
    });
});

test('nothing runs without the settings, and help is shown without a command', async () => {
  const { status, made, given } = await run(null, 'doctor');
  expect([status === 0, made, given]).toEqual([false, [], undefined]);
  expect((await run('')).given).toEqual(['--help']);
});

test('a file is looked for where the command was given, or nowhere where its user may not enter', async () => {
  const open = await runIn({ mayEnter: true }, '', 'backup', 'today.omb');
  expect(open.cwd).toBe(await realpath(open.folder));
  expect((await runIn({ mayEnter: false }, '', 'backup', 'today.omb')).cwd).toBe('/');
});
