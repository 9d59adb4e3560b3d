/** Two servers on one database, and guests who go to the other one with the same key when theirs is gone. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, type Db, openDatabase } from '#server/db/connect.ts';
import type { Target } from '#server/db/engine/engine.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import type { TestRestaurant } from '#server/test/data/restaurant.ts';
import { ask } from './ask.ts';
import { type Guest, orderIn, placeOrder } from './guests.ts';
import type { Attempt, Ledger } from './history.ts';
import { type Machine, makeMachine, type ServerProcess } from './machine.ts';

interface TwoServers {
  target: Target;
  database: Database;
  machines: readonly [Machine, Machine];
  /** Ends this one of the two, by a kill unless it is asked, and waits until it serves again. */
  restart(which: 0 | 1, signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  remove(): Promise<void>;
}

export async function startTwoServers(settings: Record<string, string> = {}): Promise<TwoServers> {
  const { target, drop } = await emptyDatabase();
  const machines = [await makeMachine(), await makeMachine()] as const;
  const environment = { DATABASE_URL: urlOf(target), SECRET: 'one secret for both of the servers', ...settings };
  const servers: ServerProcess[] = [];
  const start = async (which: number) => {
    servers[which] = (await machines[which]!.startReady({ environment })).server;
  };
  const database = await openDatabase({ databaseUrl: environment.DATABASE_URL, dataDir: machines[0].dataDir }, testLog);
  await Promise.all([start(0), start(1)]);
  return {
    target,
    database,
    machines,
    restart: async (which, signal = 'SIGKILL') => {
      servers[which]!.child.kill(signal);
      await servers[which]!.ended;
      await start(which);
    },
    remove: async () => {
      await Promise.all(machines.map((machine) => machine.remove()));
      await database.close();
      await drop();
    },
  };
}

/** Gives the restaurant a second outlet like its first, through a server; its numbers begin at 1, as those of the first do. */
export async function openSecondOutlet(
  db: Db,
  { url }: Machine,
  restaurant: TestRestaurant,
  token: string,
): Promise<TestRestaurant> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { body } = await ask(`${url}/api/v1/outlet/clone-outlet/${restaurant.outletId}`, headers, '{}');
  const { outlet } = JSON.parse(body) as { outlet: { _id: TestRestaurant['outletId'] } };
  await platformTransaction(db, 'seed', (tx) =>
    tx.updateTable('outlets').set({ is_active: true, last_order_number: 0 }).where('id', '=', outlet._id).execute(),
  );
  return { ...restaurant, outletId: outlet._id };
}

/** Average milliseconds between two orders of a guest, and before another try. */
interface Pace {
  thinkMs: number;
  retryMs: number;
}

const usualPace: Pace = { thinkMs: 50, retryMs: 100 };
/** The part of the acknowledged orders whose key is sent again at once. */
const repeated = 0.2;

type Address = Pick<Machine, 'url' | 'isRemoved'>;

/** Guests who order at any of these addresses and write down what they saw. */
export class RecordingGuests {
  readonly attempts: Attempt[] = [];
  /** Answers that no guest may get. */
  readonly unexpected: string[] = [];
  readonly #machines: readonly Address[];
  readonly #pace: Pace;
  readonly #lastKeys = new Map<Guest, string>();
  readonly #running: Promise<void[]>;
  #isOver = false;

  constructor(machines: readonly Address[], guests: readonly Guest[], pace = usualPace) {
    this.#machines = machines;
    this.#pace = pace;
    this.#running = Promise.all(guests.map((guest) => this.#orderOn(guest)));
  }

  get acknowledged(): number {
    return this.attempts.filter(({ answer }) => answer !== 'unknown' && answer.kind === 'placed').length;
  }

  /** Ends when everybody knows what became of their order, and has asked every address once more with the last key. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    await Promise.all(
      [...this.#lastKeys].flatMap(([guest, key]) => this.#machines.map((machine) => this.#try(machine, guest, key))),
    );
  }

  async #orderOn(guest: Guest): Promise<void> {
    while (!this.#isOver && !this.#machines[0]!.isRemoved) {
      const key = randomUUID();
      this.#lastKeys.set(guest, key);
      let at = Math.floor(Math.random() * this.#machines.length);
      while (!(await this.#try(this.#machines[at]!, guest, key)) && !this.#machines[at]!.isRemoved) {
        at = (at + 1) % this.#machines.length;
        await sleep(Math.random() * 2 * this.#pace.retryMs);
      }
      if (Math.random() < repeated) await this.#try(this.#machines[(at + 1) % this.#machines.length]!, guest, key);
      await sleep(Math.random() * 2 * this.#pace.thinkMs);
    }
  }

  /** Returns whether the guest knows what became of the order. */
  async #try(machine: Address, guest: Guest, key: string): Promise<boolean> {
    const askedAt = performance.now();
    const answer = await this.#answerOf(machine, guest, key);
    this.attempts.push({ key, outletId: guest.restaurant.outletId, askedAt, answeredAt: performance.now(), answer });
    return answer !== 'unknown';
  }

  async #answerOf(machine: Address, guest: Guest, key: string): Promise<Attempt['answer']> {
    const reply = await placeOrder(machine, guest, key).catch(() => null);
    if (reply === null || reply.status === 503) return 'unknown';
    if (reply.status === 200) return { kind: 'placed', body: reply.body, ...orderIn(reply.body) };
    const { code } = JSON.parse(reply.body) as { code: string };
    if (reply.status !== 409) this.unexpected.push(`${reply.status} ${reply.body}`);
    return { kind: 'refused', code };
  }
}

/** The tables of a restaurant; `before` is its first stock of the counted dish. */
export function readLedger(db: Db, { id, items }: TestRestaurant, before: number): Promise<Ledger> {
  return platformTransaction(
    db,
    'administration',
    async (tx) => {
      const { rows: outlets } = await sql<Ledger['outlets'][number]>`
        select id, last_order_number as "lastNumber" from outlets where restaurant_id = ${id}`.execute(tx);
      const { rows: orders } = await sql<Ledger['orders'][number]>`
        select id, outlet_id as "outletId", order_number as number, coalesce(keys, '{}') as keys from orders
        left join (select (answer ->> 'orderId')::uuid as id, array_agg(key order by key) as keys
          from idempotency_keys where restaurant_id = ${id} group by 1) as claimed using (id)
        where restaurant_id = ${id}`.execute(tx);
      const { rows: events } = await sql<Ledger['events'][number]>`
        select seq, type, order_id as "orderId" from events where restaurant_id = ${id} order by seq`.execute(tx);
      const { rows } = await sql<{ lastSeq: number; after: number }>`
        select event_seq as "lastSeq", quantity as after from restaurant_counters join items using (restaurant_id)
        where restaurant_id = ${id} and items.id = ${items.special}`.execute(tx);
      const { lastSeq, after } = rows[0]!;
      return { outlets, orders, events, lastSeq, stock: { before, after } };
    },
    { isolation: 'repeatable read', readOnly: true, statementTimeoutMs: 60_000 },
  );
}
