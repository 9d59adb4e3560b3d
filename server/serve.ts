import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { MovableLog, textLog } from './log.ts';
import { startBlock } from './start-block.ts';

/** How long open requests may take when the server stops, and how long all of the stopping may take (R87). */
const finishWithinMs = 10_000;
const stopWithinMs = 15_000;

/**
 * Runs the server until it is told to stop. The process ends with 0 after a clean stop, 1 when it could not start or stop, 2 when
 * it is not configured.
 */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const log = new MovableLog(textLog((line) => process.stderr.write(`${line}\n`)));
  let database: Database | undefined;
  try {
    const config = readConfig(environment);
    database = await openDatabase(config, log);
    const app = await buildApp({ database, config, clock: () => new Date() });
    log.continueIn(app.log);
    stopOnRequest(app, database);
    await app.listen({ host: config.host, port: config.port });
    process.stdout.write(startBlock(config, '0.1.0', null));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await database?.close();
    process.exit(error instanceof ConfigError ? 2 : 1);
  }
}

function stopOnRequest(app: FastifyInstance, database: Database): void {
  let stopping: Promise<void> | undefined;
  const stop = (why: string) => void (stopping ??= stopCleanly(app, database, why));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  // Started by scripts/run.mjs, which was killed.
  process.on('disconnect', () => stop('the end of the process that started it'));
  process.channel?.unref();
}

/** Readiness turns false and streams are told to connect elsewhere, open requests are finished, the database is closed. */
async function stopCleanly(app: FastifyInstance, database: Database, why: string): Promise<void> {
  app.log.info({ why }, 'Stopping');
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
  try {
    await app.close();
    await database.close();
    process.exit(0);
  } catch (error) {
    app.log.error({ err: error }, 'Stopping failed');
    process.exit(1);
  }
}
