import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isAlive } from './db/engine/engine-process.ts';
import { childrenOf } from './test/servers/processes.ts';

// The server as a process: started, signalled, killed. The apps are not built here, so it serves only the API.
let dataDir: string;
let port: number;
const program = join(import.meta.dirname, 'test', 'servers', 'serve-api.ts');
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'om-serve-'));
  port = await freePort();
});
afterAll(() => rm(dataDir, { recursive: true }));

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface Started {
  child: ChildProcess;
  output: () => string;
  exitCode: Promise<number | null>;
}

function start(environment: Record<string, string> = {}, command: string[] = [process.execPath, program]): Started {
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const child = spawn(command[0]!, command.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, exitCode: once(child, 'close').then(([code]) => code as number | null) };
}

async function untilReady(): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(20);
  }
}

async function enginePid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'pg18', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('the server starts, prints its address, answers, and stops cleanly on SIGTERM with its database', async () => {
  const server = start();
  await untilReady();
  // The server answers a moment before it prints this.
  await expect.poll(() => server.output()).toContain(`http://localhost:${port}/login`);
  expect(server.output()).toContain(`http://localhost:${port}/dev/inbox`);
  const pid = await enginePid();
  server.child.kill('SIGTERM');
  expect(await server.exitCode).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test('Ctrl-C stops it as well', async () => {
  const server = start();
  await untilReady();
  server.child.kill('SIGINT');
  expect(await server.exitCode).toBe(0);
});

test('a stop under load cuts no answer off', async () => {
  const server = start({ RATE_LIMITS: 'off' });
  await untilReady();
  // The document is described when it is first read.
  await fetch(`http://127.0.0.1:${port}/api/openapi.json`);
  let isStopping = false;
  const outcomes: string[] = [];
  async function guest(): Promise<void> {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/openapi.json`).catch(() => null);
      // A refused connection is right after the stop and never before it.
      if (!answer) return void outcomes.push(isStopping ? 'refused' : 'lost');
      outcomes.push(
        await answer.json().then(
          () => String(answer.status),
          () => 'cut off',
        ),
      );
    }
  }
  const guests = Array.from({ length: 8 }, guest);
  await expect.poll(() => outcomes.length).toBeGreaterThan(guests.length);
  isStopping = true;
  server.child.kill('SIGTERM');
  await Promise.all(guests);
  expect(await server.exitCode).toBe(0);
  expect(new Set(outcomes)).toEqual(new Set(['200', 'refused']));
  expect(outcomes.filter((outcome) => outcome === '200').length).toBeGreaterThan(guests.length);
});

test('behind a proxy a request that does not end is cut ten seconds after SIGTERM, and the database stops cleanly', async () => {
  const server = start({ TRUST_PROXY: '1', DEV_IN_PUBLIC: 'yes-i-know' });
  await untilReady();
  const dripping = connect(port, '127.0.0.1');
  dripping.write(
    'POST /api/v1/user/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  // The connection before has been read by then.
  await untilReady();
  const asked = performance.now();
  server.child.kill('SIGTERM');
  await once(dripping.resume(), 'close');
  // The four seconds for the proxy are part of the ten.
  expect(Math.floor((performance.now() - asked) / 4_000)).toBe(2);
  expect(await server.exitCode).toBe(0);
  await expect(stat(join(dataDir, 'pg18', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a second server on the folder ends with a clear message, and the first continues', async () => {
  const first = start();
  await untilReady();
  const second = start({ PORT: String(await freePort()) });
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toMatch(/^The data folder .* is in use by another Order Manager \(process \d+\)/);
  await untilReady();
  first.child.kill('SIGTERM');
  expect(await first.exitCode).toBe(0);
});

test('a killed server leaves its database running, and the next start takes it over', async () => {
  const killed = start();
  await untilReady();
  const pid = await enginePid();
  killed.child.kill('SIGKILL');
  await killed.exitCode;
  const next = start();
  await untilReady();
  expect(await enginePid()).toBe(pid);
  next.child.kill('SIGTERM');
  expect(await next.exitCode).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test('a port in use ends the start with code 1 and leaves no database behind', async () => {
  const holder = createServer().listen(port, '127.0.0.1');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const server = start();
  expect(await server.exitCode).toBe(1);
  // And nothing more: the work in the background has ended before its database.
  expect(server.output()).toMatch(
    /^(Migration .*\n)*Port \d+ of 127\.0\.0\.1 is in use by another program\. Choose a free one with PORT\.\n$/,
  );
  await expect(stat(join(dataDir, 'pg18', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a wrong configuration ends with code 2 and every problem', async () => {
  const server = start({ PORT: 'http', GEOCODER: 'bing' });
  expect(await server.exitCode).toBe(2);
  expect(server.output()).toMatch(/PORT .*\n.*GEOCODER /);
});

test('a clock that is three years ahead ends with code 1, not that of a wrong setting, and leaves no database behind', async () => {
  const ahead = `const { serve } = await import('${new URL('serve.ts', import.meta.url).href}');
    const clock = () => new Date(Date.now() + 3 * 365 * 24 * 3_600_000);
    process.exit(await serve(process.env, { distFolder: null, clock }));`;
  const server = start({}, [process.execPath, '--input-type=module', '-e', ahead]);
  expect(await server.exitCode).toBe(1);
  expect(server.output()).toMatch(/^The clock of this machine says \S+, but that of /m);
  await expect(stat(join(dataDir, 'pg18', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
});

// npm passes no signal on, and starts a shell that starts scripts/run.mjs.
test.each([
  ['its starter is killed', 'SIGKILL', (shell: number) => childrenOf(shell)[0]!],
  ['the shell above its starter is stopped', 'SIGKILL', (shell: number) => shell],
] as const)('the server stops when %s', async (_, signal, victim) => {
  const script = '"$0" scripts/run.mjs "$1"; true';
  const shell = start({}, ['/bin/sh', '-c', script, process.execPath, program]);
  await untilReady();
  const pid = await enginePid();
  process.kill(victim(shell.child.pid!), signal);
  while (isAlive(pid)) await sleep(50);
  expect(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => 'nobody')).toBe('nobody');
});

test('a demo that goes live does not start, and says which command clears it', async () => {
  const demo = start({ SEED: 'demo' });
  await untilReady();
  demo.child.kill('SIGTERM');
  expect(await demo.exitCode).toBe(0);

  const production = {
    ORDER_MANAGER_MODE: 'production',
    PUBLIC_URL: 'https://orders.restaurant.test',
    SECRET: await readFile(join(dataDir, 'secret'), 'utf8'),
    SMS_DRIVER: 'http',
    SMS_HTTP_URL: 'https://sms.gateway.test/send',
    SEED: '',
  };
  const refused = start(production);
  expect(await refused.exitCode).toBe(2);
  expect(refused.output()).toContain(
    'The database has accounts of the demo, whose passwords everybody knows: npm run cli -- demo:disable\n',
  );
  const cli = [process.execPath, join(import.meta.dirname, 'cli.ts')];
  const cleared = start(production, [...cli, 'demo:disable']);
  expect(await cleared.exitCode).toBe(0);
  expect(cleared.output()).toContain('Disabled: admin@demo.test, demo@demo.test, millers@demo.test.');
  const asked = start(production, [...cli, 'clock:accept']);
  expect(await asked.exitCode).toBe(2);
  const accepted = start(production, [...cli, 'clock:accept', '--yes']);
  expect(await accepted.exitCode).toBe(0);
  expect(accepted.output()).toContain('0 entries were from the future. The clock is accepted.');
  const live = start(production);
  await untilReady();
  live.child.kill('SIGTERM');
  expect(await live.exitCode).toBe(0);
});
