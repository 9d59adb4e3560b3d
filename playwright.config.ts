import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChrome } from './scripts/find-chrome.mjs';

/** A port of its own and an empty data folder; the workers read the config again and find the first one's choice. */
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= emptyFolder();
const port = Number(process.env.E2E_PORT);
const { executablePath, args, env } = await findChrome();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A journey that fails once and then passes is named at the end of the run, to be mended: see scripts/test.mjs.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: '.cache/e2e',
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording every journey takes as long as the journeys: what fails is recorded when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // What a worker fetches no test could intercept; e2e/installed.e2e.ts has it.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Dubai',
    launchOptions: { executablePath, args, env: definedOf(env) },
  },
  webServer: {
    command: 'node scripts/run.mjs e2e/server.ts',
    url: `http://localhost:${port}/readyz`,
    timeout: 90_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      // Every test signs in from one address, which real limits would refuse; the limits have tests of their own.
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      SEED: 'demo',
      NODE_ENV: 'production',
    },
  },
});

/** Named and opened as the folders of the server's tests, so that their next run clears away after one that was killed. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `om-test-${process.pid}-`));
  // The database runs as another user where this is root, and has to get in.
  chmodSync(folder, 0o711);
  return folder;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}

function definedOf(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
