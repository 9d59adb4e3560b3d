/** The part of `many.ts` that changes a schema in use: a column that a million orders are given, in batches, while guests order (decision 68). */
import type { Client } from 'pg';
import type { Both } from './many.ts';
import { findPeople } from './many-people.ts';
import { orderText } from './orders.ts';
import { pairContender } from './pair.ts';
import { ms, type Row, whole } from './report.ts';
import { describe, takeTurns } from './slices.ts';

const rowsPerBatch = 5000;
const most = 1_000_000;

const nextBatch = `
  with batch as (
    select restaurant_id, id from orders where restaurant_id = $1 and ($2::uuid is null or id > $2) order by id limit ${rowsPerBatch}
  ),
  changed as (
    update orders set bench_code = 'filled' from batch where orders.restaurant_id = batch.restaurant_id and orders.id = batch.id returning orders.id
  )
  select (select count(*)::int from changed) as rows, (select id from batch order by id desc limit 1) as last`;

/** The orders of the largest restaurant, from the first on. */
class Filling {
  rows = 0;
  /** Milliseconds of each batch. */
  times: number[] = [];
  readonly #client: Client;
  readonly #restaurantId: string;
  #last: string | null = null;
  #isWanted = false;
  #running = Promise.resolve();

  constructor(client: Client, restaurantId: string) {
    this.#client = client;
    this.#restaurantId = restaurantId;
  }

  start(): void {
    this.#isWanted = true;
    this.#running = this.#fill();
    // `stop` throws the failure; until then it is no unhandled rejection.
    this.#running.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#running;
  }

  /** Goes on until all are filled. */
  async finish(): Promise<void> {
    this.#isWanted = true;
    await this.#fill();
  }

  async #fill(): Promise<void> {
    while (this.#isWanted && this.rows < most) {
      const started = performance.now();
      const { rows } = await this.#client.query<{ rows: number; last: string | null }>(nextBatch, [
        this.#restaurantId,
        this.#last,
      ]);
      this.times.push(performance.now() - started);
      this.rows += rows[0]!.rows;
      this.#last = rows[0]!.last;
      if (rows[0]!.rows < rowsPerBatch) return;
    }
  }
}

export async function schemaChange({ full }: Both, turns: number): Promise<Row[]> {
  const { guests } = await findPeople(full.dataDir);
  const { owner } = full;
  await owner.query(`select set_config('app.platform', 'on', false)`);
  const { rows: known } = await owner.query<{ id: string }>('select id from bench.restaurants order by n limit 1');
  const started = performance.now();
  await owner.query(`begin; set local lock_timeout = '2s'; alter table orders add column bench_code text; commit`);
  const addedInMs = performance.now() - started;
  try {
    let n = 0;
    const alone = pairContender('alone', full, () => orderText(guests[n++ % guests.length]!));
    const filling = new Filling(owner, known[0]!.id);
    const beside: typeof alone = {
      ...alone,
      name: 'beside',
      run: async (clients, seconds) => {
        filling.start();
        try {
          return await alone.run(clients, seconds);
        } finally {
          await filling.stop();
        }
      },
    };
    await takeTurns([alone], { clients: 16, turns: 1, seconds: 3 });
    const slices = await takeTurns([alone, beside], { clients: 16, turns, seconds: 6 });
    const whileAsked = filling.rows;
    await filling.finish();
    const [before, during] = [describe(slices['alone']!), describe(slices['beside']!)];
    const seconds = filling.times.reduce((total, time) => total + time, 0) / 1000;
    const ratio = during.figures['p99Ms']! / before.figures['p99Ms']!;
    return [
      {
        work: `a column of ${whole(filling.rows)} orders, ${whole(rowsPerBatch)} at a time`,
        value: `added in ${ms(addedInMs)}; filled in ${whole(seconds)} s, slowest batch ${ms(Math.max(...filling.times))}`,
        figures: { addedInMs, seconds, rows: filling.rows, whileAsked },
      },
      {
        work: `orders of 16 clients beside the first ${whole(whileAsked)} of them`,
        value: `${during.value}; p99 x${ratio.toFixed(2)}`,
        figures: { ...during.figures, ratio },
      },
      { work: '  and without', ...before },
    ];
  } finally {
    await owner.query('alter table orders drop column bench_code');
  }
}
