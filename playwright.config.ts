import { defineConfig } from '@playwright/test';
import { emptyFolder, freePort } from './e2e/support/fresh-machine.ts';
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
    // What a worker fetches no test could intercept; e2e/every-page/installed.e2e.ts has it.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Dubai',
    launchOptions: { executablePath, args, env: definedOf(env) },
  },
  webServer: {
    command: 'node scripts/run.mjs e2e/support/server.ts',
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

function definedOf(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
