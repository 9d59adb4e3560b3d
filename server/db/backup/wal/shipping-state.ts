import { Client } from 'pg';
import type { Target } from '../../engine/engine.ts';
import type { BackupStore } from './backup-store.ts';
import { type Base, type Piece, readChains, slotPrefix } from './chains.ts';
import { parseLsn } from './lsn.ts';

/** How much of the log of an engine is in a store. */
interface ShippingState {
  newestBase: Base | undefined;
  lastPiece: Piece | undefined;
  /** Bytes of the log that are not in the store. */
  missing: bigint;
}

/** Null where the engine keeps its log for nobody. */
export async function readShippingState(target: Target, store: BackupStore): Promise<ShippingState | null> {
  const client = new Client({ ...target, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ chain: string; end: string }>(
      'select slot_name as chain, pg_current_wal_flush_lsn() as end from pg_replication_slots where starts_with(slot_name, $1)',
      [slotPrefix],
    );
    const [slot] = rows;
    if (slot === undefined) return null;
    const stored = (await readChains(store)).get(slot.chain);
    const lastPiece = stored?.pieces.toSorted((one, other) => (one.end < other.end ? -1 : 1)).at(-1);
    const missing = parseLsn(slot.end) - (lastPiece?.end ?? 0n);
    return { newestBase: stored?.bases.at(-1), lastPiece, missing };
  } finally {
    await client.end().catch(() => undefined);
  }
}
