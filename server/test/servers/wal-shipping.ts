import { vi } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import type { BackupStore } from '#server/db/backup/wal/backup-store.ts';
import { baseBackOff } from '#server/db/backup/wal/keep-bases.ts';
import { shipWal, type WalNews } from '#server/db/backup/wal/ship-wal.ts';
import type { Sealing } from '#server/db/backup/wal/take-base.ts';

const unsealed = { recipients: undefined, key: undefined, secret: undefined };

/** Ships the log of an engine into a store until `stop`, which resolves when everything received is stored. */
export function startShipping({ target }: Pick<Database, 'target'>, store: BackupStore, sealing: Sealing = unsealed) {
  const news: WalNews[] = [];
  const stopping = new AbortController();
  const baseRetry = baseBackOff();
  const shipment = { target, store, sealing, keepDays: 7, baseRetry };
  const ended = shipWal(shipment, (one) => news.push(one), stopping.signal);
  ended.catch(() => undefined);
  const stop = () => {
    stopping.abort();
    return ended;
  };
  const until = (kind: WalNews['kind']) =>
    vi.waitUntil(() => news.some((one) => one.kind === kind), { timeout: 30_000 });
  /** The last moment that was told to be safe. */
  const safeAt = () => news.findLast((one) => one.kind === 'stored')?.safeAt ?? null;
  return { news, baseRetry, stop, ended, until, safeAt };
}
