/** Two servers on one database, the embedded one of the first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { openEngine } from '#server/db/connect.ts';
import { textLog } from '#server/log.ts';
import { type Measured, rawLoop } from './load.ts';
import { ownerTarget } from './orders.ts';
import { type Cpu, newFolder, type Product, removeFolder, startProduct } from './product.ts';
import type { Contender } from './slices.ts';

export interface Pair {
  products: readonly [Product, Product];
  dataDir: string;
  /** Milliseconds until the first server was ready. */
  startedInMs: number;
  /** A connection of the database's owner. */
  owner: Client;
  cpu(): Cpu;
  stop(): Promise<void>;
}

/** Has the engine count statements from its next start on. */
export async function countStatements(dataDir: string): Promise<void> {
  const engine = await openEngine(
    { dataDir, databaseUrl: undefined },
    textLog(() => undefined),
  );
  const client = new Client(engine.target);
  await client.connect();
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await client.end();
  await engine.stop();
}

export async function startPair(dataDir: string): Promise<Pair> {
  const first = await startProduct('none', dataDir);
  const { host, port, user, database } = await ownerTarget(dataDir);
  const query = new URLSearchParams({ host: String(host), port: String(port) });
  const beside = newFolder();
  const second = await startProduct('none', beside, undefined, {
    DATABASE_URL: `postgresql://${user}@localhost/${database}?${query.toString()}`,
    SECRET: readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
  });
  const owner = new Client({ host: String(host), port: Number(port), user: String(user), database: String(database) });
  await owner.connect();
  await owner.query('create schema if not exists bench');
  await owner.query('create extension if not exists pg_stat_statements schema bench');
  return {
    products: [first, second],
    dataDir,
    startedInMs: first.startedInMs,
    owner,
    cpu: () => {
      const { server, database: used } = first.cpu();
      return { server: server + second.cpu().server, database: used };
    },
    stop: async () => {
      await owner.end();
      await second.stop();
      removeFolder(beside);
      await first.stop();
    },
  };
}

/** Half of the clients at each server. A single one takes the first. */
export function pairContender(name: string, pair: Pair, next: () => string, expected = 200): Contender {
  return {
    name,
    cpu: () => pair.cpu(),
    run: async (clients, seconds): Promise<Measured> => {
      const parts = [Math.ceil(clients / 2), Math.floor(clients / 2)];
      const measured = await Promise.all(
        pair.products.flatMap(({ url }, n) =>
          parts[n] === 0 ? [] : [rawLoop(url, parts[n]!, seconds, next, expected)],
        ),
      );
      return {
        perSecond: measured.reduce((total, { perSecond }) => total + perSecond, 0),
        times: measured.flatMap(({ times }) => times),
      };
    },
  };
}
