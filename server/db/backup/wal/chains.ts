import { randomBytes } from 'node:crypto';
import { type BackupStore, readWhole } from './backup-store.ts';

/**
 * The log of a database in a store. A chain is one unbroken log in pieces, with the engine's files ("bases") of some
 * moments in it; a base and the pieces from its start on make the database of any later moment. A server that cannot
 * continue the last chain begins another. A chain is a folder, and has the name of its replication slot in the engine.
 */
const folder = 'wal';

/** Replication slots of the product; nobody else's begin so. */
export const slotPrefix = 'order_manager_';

/** A part of the log that was stored and read back. */
export interface Piece {
  start: bigint;
  end: bigint;
  /** Everything that was committed until then is in it or before it. */
  safeAt: Date;
  /** The first 16 hexadecimal digits of the SHA-256 of its bytes. */
  digest: string;
}

/** The engine's files of a moment, stored and read back. */
export interface Base {
  chain: string;
  /** The name of the file. */
  name: string;
  timeline: number;
  start: bigint;
  /** Only a moment from here on can be restored from it. */
  end: bigint;
  startedAt: Date;
  finishedAt: Date;
  /** The bytes of its files together; undefined where the base is from before this was noted. */
  bytes?: number | undefined;
}

export function newChain(now: Date): string {
  return `${slotPrefix}${stamp(now)
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')}_${randomBytes(4).toString('hex')}`;
}

/** The beginning of the names of all pieces that begin at a place. */
export function piecesAt(chain: string, start: bigint): string {
  return `${folder}/${chain}/${hex(start)}-`;
}

export function pieceName(chain: string, { start, end, safeAt, digest }: Piece): string {
  return `${piecesAt(chain, start)}${hex(end)}-${stamp(safeAt)}-${digest}.omw`;
}

export function baseName(chain: string, startedAt: Date): string {
  return `${folder}/${chain}/base-${stamp(startedAt)}.omw`;
}

/** The file beside a base that says that it was read back, and where it belongs: without it the base does not count. */
export function markName(name: string): string {
  return name.replace(/\.omw$/, '.json');
}

export function markOf({ timeline, start, end, startedAt, finishedAt, bytes }: Base): string {
  return JSON.stringify({ timeline, start: hex(start), end: hex(end), startedAt, finishedAt, bytes });
}

const piecePattern = /\/([\da-f]{16})-([\da-f]{16})-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-([\da-f]{16})\.omw$/;

interface StoredChain {
  /** Parts of the log without a hole between them, to the last one. */
  pieces: Piece[];
  bases: Base[];
}

/** Everything that a store has, by chain; chains in the order of their beginning. */
export async function readChains(store: BackupStore): Promise<Map<string, StoredChain>> {
  const names = await store.list(filesOf());
  const chains = new Map<string, StoredChain>();
  for (const name of names.toSorted()) {
    const chain = name.split('/')[1]!;
    const stored = chains.get(chain) ?? { pieces: [], bases: [] };
    chains.set(chain, stored);
    const piece = parsePiece(name);
    if (piece !== null) stored.pieces.push(piece);
    if (/\/base-[^/]+\.json$/.test(name)) stored.bases.push(...(await readMark(store, chain, name)));
  }
  return chains;
}

/** The beginning of the names of all files of a chain; of those of all chains without one. */
export function filesOf(chain?: string): string {
  return chain === undefined ? `${folder}/` : `${folder}/${chain}/`;
}

export function parsePiece(name: string): Piece | null {
  const [, start, end, safeAt, digest] = piecePattern.exec(name) ?? [];
  if (start === undefined) return null;
  return { start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), safeAt: parseStamp(safeAt!), digest: digest! };
}

/** The pieces from a place on, to the first hole. */
export function piecesFrom(pieces: readonly Piece[], start: bigint): Piece[] {
  const following: Piece[] = [];
  let at = start;
  for (;;) {
    // A piece may begin before the place, and one may have been stored twice.
    const [next] = pieces.filter((one) => one.start <= at && one.end > at).toSorted((a, b) => (a.end > b.end ? -1 : 1));
    if (next === undefined) return following;
    following.push(next);
    at = next.end;
  }
}

/** @returns nothing for a damaged mark: its base does not count, and everything else in the store does. */
async function readMark(store: BackupStore, chain: string, name: string): Promise<Base[]> {
  const text = (await readWhole(store, name)).toString();
  try {
    const facts = JSON.parse(text) as Record<keyof Base, string>;
    const base: Base = {
      chain,
      name: name.replace(/\.json$/, '.omw'),
      timeline: Number(facts.timeline),
      start: BigInt(`0x${facts.start}`),
      end: BigInt(`0x${facts.end}`),
      startedAt: new Date(facts.startedAt),
      finishedAt: new Date(facts.finishedAt),
      bytes: facts.bytes === undefined ? undefined : Number(facts.bytes),
    };
    return [base];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function hex(lsn: bigint): string {
  return lsn.toString(16).padStart(16, '0');
}

function stamp(instant: Date): string {
  return instant.toISOString().replaceAll(/[:.]/g, '-');
}

/** The moment in the name of a file of a chain. */
export function stampOf(name: string): Date {
  return parseStamp(/\d{4}-\d\d-\d\dT[\d-]+Z/.exec(name)![0]);
}

function parseStamp(text: string): Date {
  const [day, time = ''] = text.split('T');
  const [hours, minutes, seconds, milliseconds] = time.split('-');
  return new Date(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}`);
}
