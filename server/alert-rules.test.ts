/** The shipped alerts: each fault gives the figures that fire its rule, which is silent without it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { DAY, MINUTE } from '#contract/base/time.ts';
import type { Database } from './db/connect.ts';
import { transaction } from './db/transaction.ts';
import { appendEvent } from './events/append-event.ts';
import { areInstalled } from './faults/programs.ts';
import { Metrics } from './metrics.ts';
import { requireOwnBucket } from './modules/restaurants/pictures/own-bucket.ts';
import { readPart } from './modules/restaurants/pictures/picture-files.ts';
import { enqueue, type NewJob } from './modules/outbound/jobs/enqueue.ts';
import { largeBurger, pickupOrder } from './test/data/orders.ts';
import { holds, namesIn, readFigures, readRules, selectorsIn } from './test/data/prometheus.ts';
import { makeCustomer, makeOwner, makeRestaurant } from './test/data/restaurant.ts';
import { startApp, testConfig } from './test/servers/app.ts';
import { startBucket } from './test/servers/bucket.ts';
import { freshDatabase, targetOf } from './test/servers/database.ts';
import { readLive } from './test/servers/live.ts';
import { testLog } from './test/servers/log.ts';
import { occupyPool } from './test/servers/waiting.ts';

const folder = join(import.meta.dirname, '..', 'deploy');
const rules = readRules(join(folder, 'prometheus', 'order-manager.rules.yml'));
const ruleOf = (alert: string) => rules.find((rule) => rule.alert === alert)!.expr;
/** Written by Prometheus itself. */
const ofPrometheus = ['up'];

interface Options {
  isOnlyServer?: boolean;
  space?: { free: number; size: number };
  backup?: Date;
  /** The end of the log that is shipped. */
  safeAt?: Date;
  smsFails?: boolean;
  /** Has the pictures in a bucket that answers every reading so. */
  bucketAnswers?: { status: number; body: string };
  now?: string;
}

/** A server with figures on a database that its owner can break. */
async function start(options: Options = {}) {
  const { isOnlyServer = true, space, backup, safeAt, smsFails = false, bucketAnswers, now } = options;
  const fresh = await freshDatabase();
  const { rows } = await fresh.pool.query<{ name: string }>('select current_database() as name');
  const owner = new Client(targetOf(inject('engine'), rows[0]!.name));
  await owner.connect();
  if (!isOnlyServer) await owner.query(`select pg_advisory_lock(hashtext('order-manager outbox'))`);
  if (backup !== undefined)
    await owner.query(`insert into installation (secret_fingerprint, backup_verified_at) values ('x', $1)`, [backup]);
  const isDiskLow = space !== undefined && space.free < 2 ** 30;
  // A disk that is really full would be everybody's, and the version may be any.
  const state = () => ({ ...fresh.state(), isDiskLow, version: '18.4' });
  const database: Database = { ...fresh, space: () => space ?? null, state };
  const bucket = bucketAnswers && (await startBucket());
  bucket?.answers.set('GET ', bucketAnswers!);
  const metrics = new Metrics({ ...testLog, warn: () => undefined });
  const server = await startApp({
    metrics,
    database,
    expectsErrors: true,
    config: {
      ...(backup !== undefined && { backupDir: '/nowhere', scheduledBackups: testConfig.scheduledBackups }),
      ...(bucket && { pictureBucket: bucket.bucket }),
    },
    ...(safeAt !== undefined && {
      shipping: {
        state: () => ({ safeAt, isLate: Date.now() - safeAt.getTime() > MINUTE }),
        stop: async () => undefined,
      },
    }),
    ...(smsFails && {
      sms: {
        send: async () => {
          throw new Error('The gateway is away');
        },
      },
    }),
  });
  onTestFinished(async () => {
    await owner.end();
    await server.close();
  });
  if (isOnlyServer)
    await expect.poll(async () => holds(ruleOf('NobodyElected'), [], await readFigures(metrics))).toBe(false);
  if (now !== undefined) server.clock.set(now);
  const made = await makeRestaurant(server.db);
  const makeGuest = async () => (await makeCustomer(server.db, made.id)).token;
  const place = async (guest: string | Promise<string> = makeGuest()) => {
    const body = pickupOrder(made, [largeBurger(made)], 27.04);
    return server.call('POST /order/create-order', { body, idempotencyKey: crypto.randomUUID() }, await guest);
  };
  const write = (job: Partial<NewJob>, at = server.clock.now()) =>
    transaction(server.db, made.id, (tx) =>
      enqueue(tx, { restaurantId: made.id, queue: 'sms', payload: {}, usefulForMs: DAY, ...job }, at),
    );
  const readPicture = () =>
    readPart({ pictureBucket: bucket!.bucket }, made.id, { bytes: null, file: 'a.b' }, '640').catch(() => undefined);
  const config = { ...testConfig, ...(bucket && { pictureBucket: bucket.bucket }) };
  const lookAtBucket = () => requireOwnBucket({ db: database.db, config, clock: server.clock.now }).catch(() => null);
  return { server, metrics, owner, made, makeGuest, place, write, readPicture, lookAtBucket, database };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Faults by the alert that they fire, each on a server of its own. */
const faults: Record<string, { on?: Options; quiet?: Options; fault: (started: Started) => Promise<unknown> }> = {
  OrderManagerNotReady: { fault: ({ owner }) => owner.query('delete from schema_migrations where number > 1') },
  OrdersFail: {
    fault: async ({ owner, place }) => {
      await owner.query('alter table order_lines rename to order_lines_elsewhere');
      await place().catch(() => undefined);
    },
  },
  OrdersRefusedForOverload: {
    fault: async (started) => {
      const guest = await started.makeGuest();
      await started.owner.query('begin');
      await started.owner.query('lock table outlets in access exclusive mode');
      await started.place(guest).catch(() => undefined);
      await started.owner.query('commit');
    },
  },
  OrdersSlow: {
    fault: async ({ owner, made, makeGuest, place }) => {
      const guest = await makeGuest();
      await owner.query('begin');
      await owner.query('select from outlets where restaurant_id = $1 for update', [made.id]);
      const placing = place(guest);
      await sleep(1_300);
      await owner.query('commit');
      await placing;
    },
  },
  OrdersUnattended: {
    fault: async ({ server, place, metrics }) => {
      await place();
      server.clock.advance(45_000);
      await expect.poll(async () => holds(ruleOf('OrdersUnattended'), [], await readFigures(metrics))).toBe(true);
    },
  },
  EscalationLate: {
    on: { isOnlyServer: false },
    fault: async ({ owner, made, place }) => {
      const { order } = await place();
      await owner.query(
        `insert into escalation_steps (restaurant_id, order_id, step, due_at) values ($1, $2, 'mail', now() - interval '5 min')`,
        [made.id, order._id],
      );
    },
  },
  NobodyElected: { on: { isOnlyServer: false }, quiet: {}, fault: async () => undefined },
  JobsDead: {
    fault: async ({ write, metrics }) => {
      // Sealed under another secret, so that it is given up at once.
      await write({ payload: { kind: 'phone_code', to: '+971501234567', about: null, sealed: 'AAAA' } });
      await expect.poll(async () => holds(ruleOf('JobsDead'), [], await readFigures(metrics))).toBe(true);
    },
  },
  JobsLate: {
    on: { isOnlyServer: false },
    fault: async ({ write, server }) => write({}, new Date(server.clock.now().getTime() - 6 * MINUTE)),
  },
  MessagesFail: {
    on: { smsFails: true },
    fault: async ({ server, made }) => {
      for (let n = 0; n < 21; n++) {
        const number = `+9715012345${String(n).padStart(2, '0')}`;
        await server
          .call('POST /auth/sent-otp', { body: { number, restaurantName: made.slug } })
          .catch(() => undefined);
      }
    },
  },
  ScreensLate: {
    fault: async ({ server, made, metrics }) => {
      const { token } = await makeOwner(server.db, made.id);
      const live = await readLive(await server.listen(), token);
      onTestFinished(() => live.close());
      // The change is written at once and seen when it is committed.
      await transaction(server.db, made.id, async (tx) => {
        await appendEvent(tx, made.id, { type: 'catalogue.changed', data: {} }, server.clock.now());
        await sleep(2_700);
      });
      await expect.poll(async () => holds(ruleOf('ScreensLate'), zero, await readFigures(metrics))).toBe(true);
    },
  },
  DatabaseBusy: {
    fault: async (started) => {
      const release = await occupyPool(started.database);
      const waiting = Array.from({ length: 21 }, () =>
        started.database.pool.connect().then((client) => client.release()),
      );
      afterReading = async () => {
        release();
        await Promise.allSettled(waiting);
      };
    },
  },
  EventLoopLate: {
    fault: async ({ metrics }) => {
      await metrics.text();
      await sleep(20);
      for (const until = performance.now() + 900; performance.now() < until;);
      await sleep(20);
    },
  },
  ServerErrors: {
    fault: async ({ owner, place }) => {
      await owner.query('alter table order_lines rename to order_lines_elsewhere');
      for (let n = 0; n < 11; n++) await place().catch(() => undefined);
    },
  },
  DiskFills: {
    on: { space: { free: 14e9, size: 100e9 } },
    quiet: { space: { free: 16e9, size: 100e9 } },
    fault: async () => undefined,
  },
  DiskFull: {
    on: { space: { free: 1e9, size: 100e9 } },
    quiet: { space: { free: 2e9, size: 100e9 } },
    fault: async () => undefined,
  },
  BackupLate: {
    on: { backup: new Date(Date.now() - 2 * DAY) },
    quiet: { backup: new Date(Date.now() - DAY) },
    fault: async ({ metrics }) =>
      expect.poll(async () => holds(ruleOf('BackupLate'), [], await readFigures(metrics))).toBe(true),
  },
  LogNotShipped: {
    on: { safeAt: new Date(Date.now() - 2 * MINUTE) },
    // When it is asked for: on a slow machine the cases before take longer than the log may be silent.
    get quiet() {
      return { safeAt: new Date() };
    },
    fault: async () => undefined,
  },
  PictureBucketFails: {
    on: { bucketAnswers: { status: 403, body: '' } },
    fault: ({ readPicture }) => Promise.all(Array.from({ length: 11 }, readPicture)),
  },
  PicturesLost: {
    on: { bucketAnswers: { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' } },
    fault: ({ readPicture }) => readPicture(),
  },
  PictureBucketMistaken: {
    on: { bucketAnswers: { status: 200, body: '<ListBucketResult></ListBucketResult>' } },
    fault: ({ owner, lookAtBucket }) =>
      owner.query(`insert into unused_files values ('a/', now(), 'erased')`).then(lookAtBucket),
  },
  ErasedPicturesStay: {
    fault: ({ owner }) =>
      owner.query(`insert into unused_files values ('a/', now() - interval '25 h', 'erased'), ('b/', now(), 'erased')`),
  },
  EngineOld: {
    on: { now: '2026-08-12T12:00:00Z' },
    fault: async ({ server }) => server.clock.set('2026-08-13T12:00:00Z'),
  },
  FiguresMissing: { fault: ({ owner }) => owner.query('revoke select on jobs from order_manager_app') },
};

const ofDatabase = new Set(['JobsLate', 'EscalationLate', 'FiguresMissing', 'ErasedPicturesStay']);

/** Histograms of a server that has done nothing. */
const zero = await readFigures(new Metrics(testLog));
let afterReading: (() => Promise<void>) | undefined;

test('every alert has a fault here, and every fault an alert', () => {
  expect(Object.keys(faults).toSorted()).toEqual(
    rules
      .map(({ alert }) => alert)
      .filter((alert) => alert !== 'OrderManagerDown')
      .toSorted(),
  );
});

test.each(Object.entries(faults))(
  '%s is fired by its fault and silent without',
  async (alert, { on, quiet, fault }) => {
    const expression = ruleOf(alert);
    if (quiet !== undefined) {
      const { metrics } = await start(quiet);
      const figures = await readFigures(metrics);
      expect(holds(expression, figures, figures)).toBe(false);
    }
    const started = await start(on);
    const before = await readFigures(started.metrics);
    if (quiet === undefined) expect(holds(expression, before, before)).toBe(false);
    await fault(started);
    // Figures of the database are the same for a second, and a failure is counted by the reading after it.
    if (ofDatabase.has(alert)) await sleep(1_001);
    if (alert === 'FiguresMissing') await readFigures(started.metrics);
    const after = await readFigures(started.metrics);
    await afterReading?.();
    afterReading = undefined;
    expect(holds(expression, before, after)).toBe(true);
  },
);

test('alerts and the dashboard ask for figures that a server has, by labels that they have', async () => {
  const { metrics, place, write, server, made } = await start({
    space: { free: 50e9, size: 100e9 },
    backup: new Date(),
    safeAt: new Date(),
  });
  await place();
  await write({ delayMs: DAY });
  await server.app.inject('/healthz');
  await sleep(1_001);
  const { body } = await metrics.text();
  const known = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|sum|count)$/, ''));
  const dashboard = readFileSync(join(folder, 'grafana', 'order-manager.json'), 'utf8');
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
  const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(asked.length).toBeGreaterThan(12);
  const names = rules
    .map(({ expr }) => namesIn(expr))
    .concat(asked.map(figuresIn))
    .flat();
  expect(names.filter((name) => !isKnown(name) && !ofPrometheus.includes(name))).toEqual([]);
  for (const { name, labels } of [...rules.map(({ expr }) => expr), ...asked].flatMap(selectorsIn)) {
    if (ofPrometheus.includes(name)) continue;
    for (const label of Object.keys(labels)) {
      const hasLabel = body.split('\n').some((line) => line.startsWith(`${name}{`) && line.includes(`${label}="`));
      expect([name, label, hasLabel]).toEqual([name, label, true]);
    }
  }
  expect(body).not.toContain(made.slug);
});

function figuresIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:order_manager|process|nodejs)_\w+/g)].map(([name]) => name);
}

test.skipIf(!areInstalled('promtool'))(
  "Prometheus' own tool takes the rules, and their tests pass in it, where it is installed",
  () => {
    const run = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: join(folder, 'prometheus'), encoding: 'utf8' });
    expect(run('check', 'rules', 'order-manager.rules.yml')).toMatchObject({ status: 0, stderr: '' });
    expect(run('test', 'rules', 'order-manager.rules.test.yml')).toMatchObject({ status: 0 });
    const tested = readFileSync(join(folder, 'prometheus', 'order-manager.rules.test.yml'), 'utf8');
    for (const { alert } of rules) expect(tested).toContain(`alertname: ${alert}`);
  },
);
