import { defineConfig } from '@playwright/test';
import { emptyFolder, freePort } from './e2e/support/fresh-machine.ts';
import { findChrome } from './scripts/find-chrome.mjs';

/**
 * A port of its own and an empty data folder. Workers evaluate this file again and must find the first evaluation's
 * choice.
 */
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= emptyFolder();
const port = Number(process.env.E2E_PORT);
const shiftedClock = '**/shifted-clock.e2e.ts';
const { executablePath, args, env } = await findChrome();

export default defineConfig({
  testDir: 'e2e',
  // In their order, side by side: the longest journey, which waits for beats of real clocks, begins first.
  projects: [
    { name: 'clocks', testMatch: shiftedClock },
    { name: 'journeys', testMatch: '**/*.e2e.ts', testIgnore: shiftedClock },
  ],
  // Twice the cores of a small machine: journeys wait for the server and for each other's windows.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // The end of a run lists the journeys that passed only at the second try, which are bugs to fix: see
  // scripts/test.mjs.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Generous, because machines are shared: a slow one takes five times as long.
  timeout: 360_000,
  expect: { timeout: 40_000 },
  outputDir: '.cache/e2e',
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording takes as long as the journey, so only a retry is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // Playwright cannot intercept requests of a service worker; e2e/every-page/installed-site.e2e.ts tests it.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Dubai',
    launchOptions: {
      executablePath,
      args,
      env: definedOf(env),
      // Playwright adds it on every machine, scripts/find-chrome.mjs where it is needed.
      ignoreDefaultArgs: ['--disable-dev-shm-usage'],
    },
  },
  webServer: {
    command: 'node scripts/run.mjs e2e/support/server.ts',
    url: `http://localhost:${port}/readyz`,
    timeout: 300_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      // All tests sign in from one address, which the rate limits would refuse; the limits have tests of their own.
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      SEED: 'demo',
      OWN_DOMAINS_TARGET: 'sites.platform.test',
      OWN_DOMAINS_ASK: `127.0.0.1:${await freePort()}`,
      NODE_ENV: 'production',
    },
  },
});

function definedOf(environment: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
