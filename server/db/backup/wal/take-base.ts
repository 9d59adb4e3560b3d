import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Client } from 'pg';
import { DAY } from '#contract/base/time.ts';
import type { Target } from '../../engine/engine.ts';
import { baseFormat, type BaseHead, framed, headLine, readBase, thisPlatform } from './base-file.ts';
import { type BackupStore, writeWhole } from './backup-store.ts';
import { type Base, baseName, filesOf, markName, markOf, parsePiece, readChains, stampOf } from './chains.ts';
import { segmentStart } from './lsn.ts';
import { asError, readPacked, writePacked } from './packing.ts';
import { openReplication, readTimeline, receiveBase } from './replication.ts';

/** Opens and seals the files of a store. */
export interface Sealing {
  /** Public keys, each of which opens a file; undefined leaves files readable. */
  recipients: readonly string[] | undefined;
  /** One of their keys, with which this process reads back. */
  key: string | undefined;
  /** Goes into sealed bases. */
  secret: string | undefined;
}

/** Milliseconds after which a chain gets another base, so that a restore reads a day's log at most. */
export const baseEveryMs = DAY;

/**
 * Has the engine send its files into the store, and reads them back. The base counts once its mark is stored.
 * @param signal breaks it off; then, and where it fails, nothing of it stays.
 */
export async function takeBase(
  target: Target,
  store: BackupStore,
  chain: string,
  { recipients, key, secret }: Sealing,
  isFirst: boolean,
  signal: AbortSignal,
): Promise<Base> {
  const client = await openReplication(target);
  const bytes = new PassThrough();
  // Thrown where the bytes are read, if they are.
  bytes.on('error', () => undefined);
  const breakOff = (error: unknown) => {
    bytes.destroy(asError(error));
    void client.end();
  };
  const onAbort = () => breakOff(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    signal.throwIfAborted();
    const startedAt = new Date();
    const name = baseName(chain, startedAt);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const major = Number.parseInt(rows[0]!.server_version, 10);
    const timeline = await readTimeline(client);
    const written = writePacked(store, name, bytes, recipients);
    written.catch(breakOff);
    const head = { format: baseFormat, startedAt: startedAt.toISOString(), major, platform: thisPlatform } as const;
    const places = await receiveInto(bytes, client, isFirst, secret === undefined ? head : { ...head, secret }).catch(
      async (error: unknown) => {
        breakOff(error);
        // This rejects, with the reason of the store where that failed first.
        await written;
        throw error;
      },
    );
    await written;
    const base: Base = { chain, name, timeline, ...places, startedAt, finishedAt: new Date() };
    await checkBase(store, base, key, signal);
    return base;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await client.end().catch(() => undefined);
  }
}

async function receiveInto(bytes: PassThrough, client: Client, isFirst: boolean, head: BaseHead) {
  let size = 0;
  const write = async (part: Buffer) => {
    size += part.length;
    if (bytes.errored !== null) throw bytes.errored;
    if (!bytes.write(part)) await once(bytes, 'drain');
  };
  await write(headLine(head));
  const places = await receiveBase(client, isFirst, (message) => write(framed(message)));
  bytes.end(framed(Buffer.alloc(0)));
  return { ...places, bytes: size };
}

/** @throws DamagedBackup when a file of the base is not what the engine sent. */
async function checkBase(
  store: BackupStore,
  { name }: Base,
  key: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await readBase(
    readPacked(store, name, key),
    async () => undefined,
    async (_, content) => {
      // Each file is hashed as it passes.
      for await (const _part of content) signal.throwIfAborted();
    },
  );
}

export function markBase(store: BackupStore, base: Base): Promise<void> {
  return writeWhole(store, markName(base.name), Buffer.from(markOf(base)));
}

/**
 * The bases that are needed no longer, to restore any moment of so many days before the newest. As many as a base a day
 * makes of them stay in any case, so that a clock that was wrong, or a month without bases, leaves the old ones alone.
 */
export function superfluousBases(bases: readonly Base[], days: number): Base[] {
  const newestFirst = bases.toSorted((one, other) => other.finishedAt.getTime() - one.finishedAt.getTime());
  const since = (newestFirst[0]?.finishedAt.getTime() ?? 0) - days * DAY;
  const within = newestFirst.filter(({ finishedAt }) => finishedAt.getTime() >= since).length;
  // The log of the first of those days begins at the base before it.
  return newestFirst.slice(Math.max(within, days) + 1);
}

/**
 * Removes the bases that are kept no longer, and the log before the oldest that is kept; of chains without any, all. The
 * last day of the chains of others stays: their servers may be at it.
 */
export async function pruneChains(store: BackupStore, current: string, days: number): Promise<void> {
  const chains = await readChains(store);
  const removed = new Set(
    superfluousBases(
      [...chains.values()].flatMap(({ bases }) => bases),
      days,
    ),
  );
  for (const [chain, stored] of chains) {
    const kept = stored.bases.filter((base) => !removed.has(base));
    const oldest = kept.map(({ start }) => start).toSorted((a, b) => (a < b ? -1 : 1))[0];
    if (oldest === undefined && chain === current) continue;
    const needed = new Set(kept.flatMap(({ name }) => [name, markName(name)]));
    const aDayAgo = new Date(Date.now() - DAY);
    await store.removeUnfinished(filesOf(chain), aDayAgo);
    // A mark goes first: a base without one does not count.
    for (const name of (await store.list(filesOf(chain))).toSorted()) {
      if (chain !== current && stampOf(name) > aDayAgo) continue;
      const piece = parsePiece(name);
      const isNeeded = piece !== null ? oldest !== undefined && piece.end > segmentStart(oldest) : needed.has(name);
      if (!isNeeded) await store.remove(name);
    }
  }
}
