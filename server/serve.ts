import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { listOpenAccounts } from './modules/accounts/demo-accounts.ts';
import { MovableLog, textLog } from './log.ts';
import { type MetricsListener, openMetricsListener } from './metrics-listener.ts';
import { checkClock } from './db/check-clock.ts';
import { noteStopping } from './db/engine/holder.ts';
import { requirePictureBucket } from './modules/restaurants/pictures/count-pictures.ts';
import { markBucketAtStart } from './modules/restaurants/pictures/own-bucket.ts';
import { settleSecret } from './db/settle-secret.ts';
import { DemoFilling } from './db/seed/demo-filling.ts';
import { startBlock } from './start-block.ts';
import { type LogShipping, openLogShipping } from './modules/platform/backups/ship-log.ts';

/**
 * Milliseconds for which new connections are still accepted after the request to stop, each for one answer, so that no
 * client is cut off between two requests. A proxy hears from `/readyz` that it shall ask another server, and
 * asks once a second or so.
 */
const moveAwayMs = { direct: 250, behindProxy: 4_000 };
/** Milliseconds after the request to stop in which open requests may end (R87). */
const finishWithinMs = 10_000;
/**
 * Milliseconds after which a stop ends by force, and leaves the engine running: less than the 30 seconds that the next start waits, and
 * enough for a bucket and a provider that give no answer after requests that took all their time.
 */
const stopWithinMs = 28_000;

export interface ServeOptions {
  /** See `AppDeps`; null serves only the API. */
  distFolder?: string | null;
  /** Defaults to the machine's clock. */
  clock?: () => Date;
}

/**
 * Runs the server until it is asked to stop.
 * @returns the exit code: 0 after a clean stop, 1 when it could not start or stop, 2 when the configuration is wrong.
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  { distFolder, clock = () => new Date() }: ServeOptions = {},
): Promise<number> {
  const stop = stopRequest();
  const log = new MovableLog(textLog((line) => process.stderr.write(`${line}\n`)));
  let database: Database | undefined;
  let listener: MetricsListener | undefined;
  let shipping: LogShipping | null = null;
  try {
    const read = readConfig(environment);
    const filling = read.seed === 'demo' ? new DemoFilling(stop) : null;
    database = await openDatabase(read, log, {
      signal: stop,
      onWaiting: () => void loadApp().catch(() => undefined),
      onMaking: () => filling?.prepare(),
    });
    if (read.databaseUrl === undefined) onAbort(stop, () => noteStopping(read.dataDir));
    await checkClock(database.db, clock);
    const config = await settleSecret(database.db, read);
    await requirePictureBucket(database.db, config);
    if (config.mode === 'production') await refuseOpenAccounts(database);
    const demo = (await filling?.fill(database, config)) ?? null;
    const { buildApp } = await loadApp();
    const metrics = config.metrics === undefined ? null : new (await import('./metrics.ts')).Metrics(log);
    shipping = openLogShipping(database, config, log);
    const app = await buildApp({ database, config, clock, stop, distFolder, metrics, shipping });
    log.continueIn(app.log);
    if (metrics !== null) listener = await openMetricsListener(metrics, config.metrics!);
    if (!stop.aborted) {
      await listen(app, config);
      process.stdout.write(startBlock(config, await readVersion(), demo));
    }
    // Not waited for: a bucket may take its time.
    void markBucketAtStart({ db: database.db, config, clock }, log, stop);
    if (!stop.aborted) await once(stop, 'abort');
    await finish(app, config.trustProxy === 0 ? moveAwayMs.direct : moveAwayMs.behindProxy);
    return 0;
  } catch (error) {
    // Stopped while it waited for the data folder.
    if (error === stop.reason) return 0;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ConfigError ? 2 : 1;
  } finally {
    await listener?.close();
    // The engine waits for whoever reads its log.
    await shipping?.stop();
    await database?.close();
  }
}

function onAbort(signal: AbortSignal, call: () => void): void {
  if (signal.aborted) call();
  else signal.addEventListener('abort', call);
}

/** Most of the server. It is loaded while the database starts, and only once. */
function loadApp() {
  return import('./app.ts');
}

/** @throws ConfigError when strangers could enter an account: a demo that goes live, an admin without a sound factor. */
async function refuseOpenAccounts({ db }: Database): Promise<void> {
  const problems = await listOpenAccounts(db);
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Aborted when this process is asked to stop. It listens from the beginning, so that a start can be broken off cleanly.
 */
function stopRequest(): AbortSignal {
  const request = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => request.abort());
  // scripts/run.mjs, which started this process, was killed.
  process.on('disconnect', () => request.abort());
  process.channel?.unref();
  return request.signal;
}

/** @throws Error when it cannot; the app's work in the background has ended by then, before the database that it asks. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} of ${host} is in use by another program. Choose a free one with PORT.`, {
      cause: error,
    });
  }
}

/** Tells clients to connect elsewhere while readiness is false, ends streams and finishes open requests. */
async function finish(app: FastifyInstance, moveAway: number): Promise<void> {
  app.log.info('Stopping');
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  app.server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
  await sleep(moveAway);
  const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs - moveAway);
  await app.close();
  clearTimeout(cut);
}

async function readVersion(): Promise<string> {
  const manifest = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
