import { open } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '#server/log.ts';
import { major } from '../../engine/embedded.ts';
import type { Target } from '../../engine/engine.ts';
import { type Fill, recoverEmbedded } from '../../engine/recover.ts';
import { DamagedBackup } from '../archive.ts';
import { type BaseHead, readBase, thisPlatform } from './base-file.ts';
import type { BackupStore } from './backup-store.ts';
import { type Piece, pieceName } from './chains.ts';
import { findRestorable, type Restorable } from './find-restorable.ts';
import { segmentBytes, segmentName, segmentStart } from './lsn.ts';
import { damaged, readPacked } from './packing.ts';
import { digestOf } from './piece-writer.ts';

interface WalRestore {
  dataDir: string;
  /** The folder of other programs than the installed ones (POSTGRES_BIN). */
  programs: string | undefined;
  store: BackupStore;
  /** Undefined is the end of the log. */
  at: Date | undefined;
  /** Opens sealed files. */
  key: string | undefined;
  /** Makes the restored database fit for use. Before that is done there is none that a server would start on. */
  finish: (target: Target, restored: RestoredWal) => Promise<void>;
}

export interface RestoredWal {
  /** When the newest transaction was committed that is in the database. */
  newest: Date;
  /** Until when the log reaches. */
  logEndsAt: Date;
  secret: string | undefined;
}

/**
 * Makes the database of an empty data folder as it was at a moment, or as it was last, from a base and the log.
 * @throws an `Error` with a sentence for the operator; then there is no database.
 */
export async function restoreWal(
  { dataDir, programs, store, at, key, finish }: WalRestore,
  log: Log,
): Promise<RestoredWal> {
  const { base, pieces } = await findRestorable(store, at);
  // Without a transaction in the log the database is that of the base.
  const restored: RestoredWal = { newest: base.startedAt, logEndsAt: pieces.at(-1)!.safeAt, secret: undefined };
  const fill = async ({ data, makeFolder, give }: Parameters<Fill>[0]) => {
    await readBase(
      readPacked(store, base.name, key),
      async (head) => {
        refuseOtherEngine(head);
        restored.secret = head.secret;
      },
      async ({ path, kind }, content) => {
        const place = join(data, path);
        if (normalize(path).startsWith('..')) throw new DamagedBackup('The base has files outside its folder');
        if (kind === 'folder') return makeFolder(place);
        await makeFolder(dirname(place));
        await pipeline(Readable.from(content), createWriteStream(place, { mode: 0o600 }));
        await give(place);
      },
    );
    await writeSegments({ base, pieces }, { store, key, folder: join(data, 'pg_wal'), give });
  };
  await recoverEmbedded(
    {
      dataDir,
      programs,
      at,
      fill,
      finish: (target, newest) => finish(target, Object.assign(restored, newest && { newest })),
    },
    log,
  );
  return restored;
}

function refuseOtherEngine(head: BaseHead): void {
  if (head.major !== major)
    throw new Error(
      `The log is of PostgreSQL ${head.major}, and this version runs PostgreSQL ${major}. Restore a daily backup (scheduled-*.omb) instead.`,
    );
  if (head.platform !== thisPlatform)
    throw new Error(
      `The log is of a machine of another kind (${head.platform}). Restore it on such a machine, or a daily backup (scheduled-*.omb) here.`,
    );
}

/** Puts the pieces together to the files that PostgreSQL has its log in; the last is filled up with zeros. */
async function writeSegments(
  { base, pieces }: Restorable,
  {
    store,
    key,
    folder,
    give,
  }: { store: BackupStore; key: string | undefined; folder: string; give: (path: string) => Promise<void> },
): Promise<void> {
  let at = segmentStart(base.start);
  for (const piece of pieces) {
    const bytes = await readPiece(store, base.chain, piece, key);
    for (let rest = bytes.subarray(Number(at - piece.start)); rest.length > 0;) {
      const start = segmentStart(at);
      const part = rest.subarray(0, Number(start + segmentBytes - at));
      const path = join(folder, segmentName(base.timeline, start));
      const file = await open(path, at === start ? 'w' : 'r+', 0o600);
      try {
        await file.truncate(Number(segmentBytes));
        await file.write(part, 0, part.length, Number(at - start));
      } finally {
        await file.close();
      }
      await give(path);
      at += BigInt(part.length);
      rest = rest.subarray(part.length);
    }
  }
}

async function readPiece(store: BackupStore, chain: string, piece: Piece, key: string | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readPacked(store, pieceName(chain, piece), key)) parts.push(part);
  const bytes = Buffer.concat(parts);
  if (digestOf(bytes) !== piece.digest) throw damaged(pieceName(chain, piece));
  return bytes;
}
