import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Target } from '../../engine/engine.ts';
import type { BackupStore } from './backup-store.ts';
import { newChain, type Piece, piecesFrom, readChains, slotPrefix } from './chains.ts';
import { parseLsn, segmentStart } from './lsn.ts';

/** The chain in the store is not this database's, or its next part is gone: a new one has to begin. */
export class BrokenChain extends Error {
  override readonly name = 'BrokenChain';
}

/** Opens a connection of the shipping. The caller ends it. */
export async function openClient(target: Target): Promise<Client> {
  const client = new Client({ ...target, application_name: 'order-manager wal' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The place up to which the log is on the engine's disk: everything that was committed before the question lies before it. */
export async function readEnd(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ end: string }>('select pg_current_wal_flush_lsn() as end');
  return parseLsn(rows[0]!.end);
}

/** Milliseconds that the engine may take to notice that it sends to nobody. */
const dropWithinMs = 5_000;

/**
 * Lets the engine forget its log: the server ships it no longer, or has to begin anew. A process that receives it still is
 * cut off.
 */
export async function dropSlots(target: Target): Promise<void> {
  const client = await openClient(target);
  try {
    for (const until = Date.now() + dropWithinMs; ;) {
      try {
        await client.query(
          `select pg_terminate_backend(active_pid) from pg_replication_slots
            where starts_with(slot_name, $1) and active_pid is not null`,
          [slotPrefix],
        );
        await client.query(
          'select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1)',
          [slotPrefix],
        );
        return;
      } catch (error) {
        if (Date.now() > until) throw error;
        await sleep(50);
      }
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface ChainEnd {
  chain: string;
  /** The place from which the engine is asked for its log. */
  start: bigint;
  /** Begins there and is in the store already; the engine's log must agree with it. */
  last: Piece | undefined;
  /** Everything that was committed until then is in the store, or will be in the first base. */
  safeAt: Date;
}

/** The chain that the engine keeps its log for, or a new one. */
export async function findChain(client: Client, store: BackupStore): Promise<ChainEnd> {
  const chains = await readChains(store);
  const { rows } = await client.query<Slot>(
    'select slot_name as name, restart_lsn as place, wal_status as state from pg_replication_slots where starts_with(slot_name, $1)',
    [slotPrefix],
  );
  const [slot, ...others] = rows;
  if (slot === undefined) return beginChain(client);
  if (others.length > 0 || slot.place === null || slot.state === 'lost')
    throw new BrokenChain('The engine keeps its log no longer');
  const kept = segmentStart(parseLsn(slot.place));
  const pieces = chains.get(slot.name)?.pieces ?? [];
  const first = pieces.toSorted((one, other) => (one.start < other.start ? -1 : 1))[0];
  const last = first && piecesFrom(pieces, first.start).at(-1);
  if (last === undefined) return { chain: slot.name, start: kept, last, safeAt: new Date(0) };
  if (last.start < kept) throw new BrokenChain('The engine keeps too little of its log');
  if (last.end > (await readEnd(client))) throw new BrokenChain('The log in the store is that of another database');
  return { chain: slot.name, start: last.start, last, safeAt: last.safeAt };
}

interface Slot {
  name: string;
  place: string | null;
  state: string;
}

async function beginChain(client: Client): Promise<ChainEnd> {
  const now = new Date();
  const chain = newChain(now);
  await client.query('select pg_create_physical_replication_slot($1, true)', [chain]);
  const { rows } = await client.query<{ place: string }>(
    'select restart_lsn as place from pg_replication_slots where slot_name = $1',
    [chain],
  );
  return { chain, start: segmentStart(parseLsn(rows[0]!.place)), last: undefined, safeAt: now };
}
