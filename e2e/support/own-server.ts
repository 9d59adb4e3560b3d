/** For journeys through hours: a server of the worker's own, whose clock the test sets, and which calls nobody but the test. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/connect.ts';
import { testLog } from '#server/test/servers/log.ts';
import { emptyFolder, freePort } from './fresh-machine.ts';
import { test as base } from './test.ts';

/** As the gateway hears it. */
export interface AskedCall {
  to: string;
  text: string;
  key: string;
}

interface OwnServer {
  url: string;
  dataDir: string;
  /** The calls that it asked for, oldest first. */
  calls: readonly AskedCall[];
  now: () => Date;
  setClock: (instant: Date) => Promise<void>;
}

interface Fixtures {
  /** From now on it is that late, for the server and in every window; it goes on by itself. */
  setClock: (instant: Date) => Promise<void>;
}

export const test = base.extend<Fixtures, { server: OwnServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const gateway = await openGateway();
      const [port, dataDir] = [await freePort(), emptyFolder()];
      const child = fork(join(import.meta.dirname, 'server.ts'), {
        execArgv: [],
        env: {
          ...process.env,
          NODE_ENV: 'production',
          NODE_OPTIONS: '',
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: '',
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'error',
          SEED: 'none',
          CALL_HTTP_URL: gateway.url,
        },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      const ended = once(child, 'exit');
      const url = `http://localhost:${port}`;
      await untilReady(child, url);
      let aheadMs = 0;
      await provide({
        url,
        dataDir,
        calls: gateway.calls,
        now: () => new Date(Date.now() + aheadMs),
        async setClock(instant) {
          const isSet = once(child, 'message');
          child.send(instant.toISOString());
          await isSet;
          aheadMs = instant.getTime() - Date.now();
        },
      });
      child.kill('SIGTERM');
      await ended;
      gateway.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  db: [
    async ({ server: { dataDir } }, provide) => {
      const database = await openDatabase({ databaseUrl: undefined, dataDir }, testLog, { join: true });
      await provide(database.db);
      await database.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, provide) => provide(server.url),

  openWindow: async ({ openWindow, server }, provide) => {
    await provide(async (options) => {
      const page = await openWindow(options);
      await page.clock.install({ time: server.now() });
      return page;
    });
  },

  setClock: async ({ browser, server }, provide) => {
    await provide(async (instant) => {
      await server.setClock(instant);
      // Their timers go on as before: a stream that is alive is not taken for one that has been silent for minutes.
      await Promise.all(browser.contexts().map(({ clock }) => clock.setSystemTime(instant)));
    });
  },
});

/** What it says of its start is heard only when that fails; what it complains of later, always. */
async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  const listen = (chunk: Buffer) => (said += chunk.toString());
  child.stderr!.on('data', listen);
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${said}`);
    await sleep(50);
  }
  child.stderr!.off('data', listen).pipe(process.stderr);
}

/** Accepts every call, as the gateway of `CALL_HTTP_URL`. */
async function openGateway() {
  const calls: AskedCall[] = [];
  const gateway = createServer((request, response) => {
    void json(request).then((body) => {
      calls.push({ ...(body as Omit<AskedCall, 'key'>), key: String(request.headers['idempotency-key']) });
      response.writeHead(202).end();
    });
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/calls`;
  return { url, calls, close: () => gateway.close() };
}
