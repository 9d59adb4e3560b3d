/**
 * For journeys through hours, and those with a street map: a server for each worker, whose clock the test sets, and whose voice calls,
 * tiles and address search are the test's own.
 */
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
import { openMapService, type FoundAddress } from './map-service.ts';
import { test as base } from './test.ts';

/** A voice call as the gateway receives it. */
interface VoiceCall {
  to: string;
  text: string;
  language: string;
  key: string;
}

interface OwnServer {
  url: string;
  dataDir: string;
  /** The requested voice calls, oldest first. */
  voiceCalls: readonly VoiceCall[];
  /** The answers of the address search, by what was asked. */
  addresses: Map<string, FoundAddress[]>;
  now: () => Date;
  setClock: (instant: Date) => Promise<void>;
}

interface Fixtures {
  /** Sets the clock of the server and of every window; it then runs on by itself. */
  setClock: (instant: Date) => Promise<void>;
}

export const test = base.extend<Fixtures, { server: OwnServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const [gateway, maps] = [await openGateway(), await openMapService()];
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
          ...maps.settings,
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
        voiceCalls: gateway.calls,
        addresses: maps.addresses,
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
      maps.close();
    },
    { scope: 'worker', timeout: 180_000 },
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
      // Timers go on as before: an open stream is not mistaken for one that was silent for minutes.
      await Promise.all(browser.contexts().map(({ clock }) => clock.setSystemTime(instant)));
    });
  },
});

/** Output of the start is shown only when it fails; later complaints always are. */
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
  const voiceCalls: VoiceCall[] = [];
  const gateway = createServer((request, response) => {
    void json(request).then((body) => {
      voiceCalls.push({ ...(body as Omit<VoiceCall, 'key'>), key: String(request.headers['idempotency-key']) });
      response.writeHead(202).end();
    });
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/calls`;
  return { url, calls: voiceCalls, close: () => gateway.close() };
}
