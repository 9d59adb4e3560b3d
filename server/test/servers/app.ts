import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Route } from '#contract/base/api.ts';
import { type CallAnswer, type CallInput, createClient } from '#contract/base/client.ts';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { Metrics } from '#server/metrics.ts';
import { inProcessFetch } from '#server/test/servers/in-process-fetch.ts';
import { createPasswords } from '#server/modules/accounts/passwords/passwords.ts';
import type { Erasure } from '#server/modules/customers/privacy/erasure-list.ts';
import { wakeOutbox } from '#server/modules/outbound/jobs/wake.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import type { DomainChecks } from '#server/modules/restaurants/own-domains/watch-domains.ts';
import type { LogShipping } from '#server/modules/platform/backups/ship-log.ts';
import type { Sms, SmsMessage } from '#server/modules/outbound/sms.ts';
import { freshDatabase } from './database.ts';
import { openMemoryList } from '#server/test/data/erasure-list.ts';

/** The whole product on a database of its own. */
export interface TestApp {
  app: FastifyInstance;
  db: Db;
  /** The connections behind it, those of the event log included. */
  pool: Database['pool'];
  clock: TestClock;
  /** Sent messages, oldest first. */
  sms: SmsMessage[];
  /** Sent mails, oldest first; they are sent after the answer. */
  mails: MailMessage[];
  /** The entries of the list of erased guests. */
  erasures: Erasure[];
  /** Every line that was logged, as JSON text. */
  log: string[];
  /** Calls an endpoint in process. Throws a CallError for any answer but success. */
  call: <R extends Route>(route: R, input: CallInput<R>, token?: string) => Promise<CallAnswer<R>>;
  /**
   * Listens on a free port of this machine and returns the origin, for tests that need a network: streams, slow
   * clients.
   */
  listen: () => Promise<string>;
  close: () => Promise<void>;
}

/**
 * A clock that runs by itself and can be set, forward and back. Jobs that are due by then are looked for at once, which
 * they are each second anyway. A stopped one stands still, so that a busy machine adds nothing to what it is advanced by;
 * setting it has it run again.
 */
interface TestClock {
  now: () => Date;
  set: (instant: Date | string) => void;
  advance: (milliseconds: number) => void;
  stop: () => void;
}

interface TestAppOptions {
  config?: Partial<Config>;
  /** A built `dist` folder; without one only the API is served. */
  distFolder?: string;
  /** Allows logged errors; otherwise one fails the test. */
  expectsErrors?: boolean;
  metrics?: Metrics;
  /** Instead of a fresh one; the app closes it. */
  database?: Database;
  /** Instead of collecting the messages. */
  sms?: Sms;
  /** Stand-ins for the name servers and the proxy. */
  domainChecks?: DomainChecks;
  shipping?: LogShipping;
}

export const testConfig: Config = {
  ...readConfig({
    SECRET: 'a key of the tests that is long enough',
    // Exports pass through it; everything else of a test is elsewhere.
    DATA_DIR: join(tmpdir(), `order-manager-tests-${process.pid}`),
    PUBLIC_URL: 'http://localhost',
  }),
  // The level that tests read; a logged error fails the test.
  logLevel: 'info',
  rateLimits: false,
  // Nobody is there: no test calls a gateway on the internet.
  payments: { stripeApiUrl: 'http://127.0.0.1:9' },
};

/**
 * Starts the product as `npm start` does, without the network: a fresh database, sent messages collected, every answer
 * checked.
 */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await freshDatabase());
  const clock = testClock();
  const sms: SmsMessage[] = [];
  const mails: MailMessage[] = [];
  const { list, erased } = openMemoryList();
  const log: string[] = [];
  const app = await buildApp({
    database,
    config: { ...testConfig, ...options.config },
    clock: clock.now,
    domainChecks: options.domainChecks,
    distFolder: options.distFolder ?? null,
    sms: options.sms ?? {
      send: async (message) => {
        sms.push(message);
      },
    },
    mail: {
      send: async (message) => {
        mails.push(message);
      },
    },
    erasures: list,
    // Cheap hashes; the real cost has a test of its own.
    passwords: createPasswords({ memoryKib: 1024, passes: 1 }),
    logStream: { write: (line) => log.push(line) },
    metrics: options.metrics ?? null,
    shipping: options.shipping ?? null,
    checkAnswers: true,
  });
  const fetch = inProcessFetch(app);
  return {
    app,
    db: database.db,
    pool: database.pool,
    clock,
    sms,
    mails,
    erasures: erased,
    log,
    call: (route, input, token) =>
      createClient({ fetch, token: () => token ?? null, origin: 'http://localhost' }).call(route, input),
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    close: async () => {
      await app.close();
      await database.close();
      const errors = log.filter((line) => (JSON.parse(line) as { level: number }).level >= errorLevel);
      if (errors.length > 0 && options.expectsErrors !== true)
        throw new Error(`Errors were logged:\n${errors.join('')}`);
    },
  };
}

/** Pino's number for `error`. */
const errorLevel = 50;

function testClock(): TestClock {
  let ahead = 0;
  let stoppedAt: number | null = null;
  const now = () => new Date((stoppedAt ?? Date.now()) + ahead);
  return {
    now,
    set: (instant) => {
      stoppedAt = null;
      ahead = new Date(instant).getTime() - Date.now();
      wakeOutbox();
    },
    advance: (milliseconds) => {
      ahead += milliseconds;
      wakeOutbox();
    },
    stop: () => {
      stoppedAt ??= Date.now();
    },
  };
}
