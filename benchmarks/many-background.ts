/** The part of `many.ts` that nobody asks for: work in the background, idle servers, restarts, a backup, and the doctor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanUp } from '#server/clean-up.ts';
import { readConfig } from '#server/config.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { textLog } from '#server/log.ts';
import { insertSteps, listDueSteps } from '#server/modules/kitchen/escalation/escalation-steps.ts';
import { listOrdersToFire } from '#server/modules/ordering/status/fire-order.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';
import { percentile, send } from './load.ts';
import type { Both } from './many.ts';
import { withDatabase } from './many-people.ts';
import type { Pair } from './pair.ts';
import { startProduct } from './product.ts';
import { ms, type Row, whole } from './report.ts';

const sides = ['empty', 'full'] as const;
const idleSeconds = 30;

export async function background(pairs: Both): Promise<Row[]> {
  const rows: Row[] = [];
  const step = async (what: string, row: () => Promise<Row>) => {
    console.error(`  ${what} ...`);
    const measured = await row();
    // A run takes long: what it has found so far is seen, should it be broken off.
    console.error(`    ${measured.work}: ${measured.value}`);
    rows.push(measured);
  };
  await step('idle', () => idle(pairs));
  await step('escalation', () => escalation(pairs));
  await step('clean-up', () =>
    timed(pairs, 'clean-up, all steps', (pair) =>
      withDatabase(pair.dataDir, ({ db }) =>
        cleanUp({ db, config: readConfig({ DATA_DIR: pair.dataDir }), clock: () => new Date(), log: failing }),
      ),
    ),
  );
  await step('sums', () =>
    timed(pairs, "the reports' sums of what has changed", (pair) =>
      withDatabase(pair.dataDir, ({ db }) => keepSums(db, new Date())),
    ),
  );
  await step('memory', async () => memory(pairs));
  await step('restart', () => restart(pairs));
  await step('backup', () => backup(pairs));
  await step('doctor', () => timed(pairs, 'doctor', (pair) => cli(pair.dataDir, ['doctor']), 1));
  return rows;
}

/** A step of the clean-up that fails is only logged. */
const failing = {
  ...textLog(() => undefined),
  warn: (details: unknown) => {
    throw new Error(
      `The clean-up failed: ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.message : value))}`,
    );
  },
};

/** Ends the orders of this measurement and of one before it, which would be told of for an hour. */
const endOrders = [
  `select set_config('app.platform', 'on', false)`,
  `update orders set status = 'Completed', status_version = status_version + 1 where status in ('New', 'Confirmed', 'Ready')`,
  `update escalation_steps set outcome = 'moved', done_at = now() where done_at is null`,
  `update jobs set done_at = now() where done_at is null and dead_at is null`,
  'checkpoint',
];

/** Has both servers keep the menu of each restaurant, as far as their caches go. */
async function warmMenus({ owner, products }: Pair): Promise<void> {
  const { rows } = await owner.query<{ slug: string }>('select slug from restaurants');
  for (const { url } of products) {
    for (let first = 0; first < rows.length; first += 16) {
      const answers = await Promise.all(
        rows.slice(first, first + 16).map(({ slug }) => send('GET', `${url}/api/v1/site/${slug}`)),
      );
      if (answers.some(({ status }) => status !== 200)) throw new Error('A menu was not answered');
    }
  }
}

/** Statements per second of both servers while nobody asks, with menus in the caches. */
async function idle({ empty, full }: Both): Promise<Row> {
  for (const pair of [empty, full]) {
    for (const sql of endOrders) await pair.owner.query(sql);
    await warmMenus(pair);
  }
  const counted: Record<string, { perSecond: number; serverPerSecond: number; databasePerSecond: number }> = {};
  for (const [side, { owner, ...pair }] of Object.entries({ empty, full })) {
    await sleep(5_000);
    await owner.query('select bench.pg_stat_statements_reset()');
    const before = pair.cpu();
    await sleep(idleSeconds * 1000);
    const after = pair.cpu();
    const { rows } = await owner.query<{ calls: number }>(`
      select sum(calls)::int as calls from bench.pg_stat_statements where query not like '%pg_stat_statements%'`);
    const { rows: most } = await owner.query<{ calls: number; ms: number; query: string }>(`
      select calls::int, round(total_exec_time::numeric, 1)::float8 as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as query
      from bench.pg_stat_statements order by calls desc limit 12`);
    for (const { calls, ms: took, query } of most) console.error(`    ${side} ${calls} calls, ${took} ms: ${query}`);
    counted[side] = {
      perSecond: rows[0]!.calls / idleSeconds,
      serverPerSecond: (after.server - before.server) / idleSeconds,
      databasePerSecond: (after.database - before.database) / idleSeconds,
    };
  }
  const [none, all] = [counted['empty']!, counted['full']!];
  const say = (of: typeof none) =>
    `${of.perSecond.toFixed(1)}/s, CPU ${whole(of.serverPerSecond)} + ${whole(of.databasePerSecond)} ms a second`;
  return {
    goal: 'P18',
    work: 'statements of two idle servers',
    value: `${say(all)}; empty ${say(none)}`,
    aim: '< 50/s',
    figures: { ...all, empty: none.perSecond },
  };
}

/** The statements of a look of the elected server, as `escalation.ts` sends them each second. */
async function escalation(pairs: Both): Promise<Row> {
  const times: Record<string, number[]> = { empty: [], full: [] };
  for (let turn = 0; turn < 3; turn++) {
    for (const side of sides) {
      await withDatabase(pairs[side].dataDir, async ({ db }) => {
        for (let n = 0; n < 20; n++) {
          const started = performance.now();
          const now = new Date();
          await platformTransaction(db, 'escalation', (tx) => listOrdersToFire(tx, now, 100), { readOnly: true });
          await platformTransaction(db, 'escalation', (tx) =>
            insertSteps(tx, new Date(now.getTime() - 61_000), new Date(now.getTime() - 30_000)),
          );
          await platformTransaction(db, 'escalation', (tx) => listDueSteps(tx, now, 100), { readOnly: true });
          if (n > 2) times[side]!.push(performance.now() - started);
        }
      });
    }
  }
  const [before, after] = sides.map((side) => ({
    p50Ms: percentile(times[side]!, 50),
    p99Ms: percentile(times[side]!, 99),
  }));
  return {
    work: 'a look for orders that wait, each second',
    value: `p50 ${ms(after!.p50Ms)}, p99 ${ms(after!.p99Ms)}; empty ${ms(before!.p50Ms)}, ${ms(before!.p99Ms)}`,
    aim: 'p50 <= 10 ms',
    figures: { ...after! },
  };
}

async function timed(pairs: Both, work: string, run: (pair: Pair) => Promise<unknown>, times = 2): Promise<Row> {
  const took: Record<string, number[]> = { empty: [], full: [] };
  for (let n = 0; n < times; n++) {
    for (const side of sides) {
      const started = performance.now();
      await run(pairs[side]);
      took[side]!.push((performance.now() - started) / 1000);
    }
  }
  const say = (seconds: readonly number[]) => `${seconds.map((each) => each.toFixed(2)).join(' s, then ')} s`;
  return {
    work,
    value: `${say(took['full']!)}; empty ${say(took['empty']!)}`,
    figures: { first: took['full']![0]!, last: took['full']!.at(-1)! },
  };
}

function memory({ empty, full }: Both): Row {
  const of = ({ products }: Pair) => {
    const [first, second] = products.map((product) => product.memoryMb());
    return [first!.server, second!.server, first!.database] as const;
  };
  const say = (megabytes: readonly number[]) => `${megabytes.map(whole).join(' + ')} MB`;
  return {
    work: 'memory of two servers and their database, after all this',
    value: `${say(of(full))}; empty ${say(of(empty))}`,
    figures: { server: of(full)[0], database: of(full)[2] },
  };
}

/** Starts of the first server; the second stays, and finds the database again. */
async function restart(pairs: Both): Promise<Row> {
  const took: Record<string, number[]> = { empty: [], full: [] };
  for (const side of sides) {
    const pair = pairs[side];
    for (let n = 0; n < 3; n++) {
      pair.owner.removeAllListeners('error').on('error', () => undefined);
      await pair.products[0].stop();
      const again = await startProduct('none', pair.dataDir);
      took[side]!.push(again.startedInMs);
      Object.assign(pair.products[0], again);
    }
  }
  const slowest = (side: string) => Math.max(...took[side]!);
  return {
    goal: 'P19',
    work: 'start until ready, slowest of 3',
    value: `${ms(slowest('full'))}; empty ${ms(slowest('empty'))}`,
    aim: '<= 5 s',
    figures: { full: slowest('full'), empty: slowest('empty') },
  };
}

async function backup(pairs: Both): Promise<Row> {
  const found = [];
  for (const side of sides) {
    const { dataDir } = pairs[side];
    const file = join(dataDir, '..', `many-${side}-${process.pid}.omb`);
    const started = performance.now();
    await cli(dataDir, ['backup', file]);
    found.push({ seconds: (performance.now() - started) / 1000, megabytes: statSync(file).size / 1e6 });
    await import('node:fs/promises').then(({ rm }) => rm(file));
  }
  const [none, all] = found;
  const say = (of: typeof none) => `${of!.seconds.toFixed(1)} s, ${whole(of!.megabytes)} MB`;
  return { work: 'backup beside the servers', value: `${say(all)}; empty ${say(none)}`, figures: { ...all! } };
}

/** @throws when the command fails; the doctor fails in a folder that is no installation, so its words are read in place of its code. */
async function cli(dataDir: string, command: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'server/cli.ts'), ...command], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  if (command[0] === 'doctor') {
    console.error(text.replaceAll(/^/gm, '    '));
    if (!/^ok +reports/m.test(text)) throw new Error('The doctor finds the sums of the reports wrong');
  } else if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${text}`);
}
