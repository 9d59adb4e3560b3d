import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Target } from '../../engine/engine.ts';
import { codeOf } from '../../unavailable.ts';
import { DamagedBackup } from '../archive.ts';
import type { BackOff } from './back-off.ts';
import type { BackupStore } from './backup-store.ts';
import { filesOf, type Piece, pieceName, piecesAt } from './chains.ts';
import { keepBases } from './keep-bases.ts';
import { readPacked, writePacked } from './packing.ts';
import { digestOf, PieceWriter } from './piece-writer.ts';
import { openReplication, readTimeline, receiveWal, type WalReception } from './replication.ts';
import { BrokenChain, type ChainEnd, findChain, openClient, readEnd } from './slots.ts';
import type { Sealing } from './take-base.ts';

export interface WalShipment {
  target: Target;
  store: BackupStore;
  sealing: Sealing;
  keepDays: number;
  /** Outlives the shipping, which begins anew when anything fails. */
  baseRetry: BackOff;
}

/** Told as it happens. */
export type WalNews =
  /**
   * The store has more of the log, or all there is. Everything that was committed until `safeAt` can be restored; null
   * while the chain has no base.
   */
  | { kind: 'stored'; safeAt: Date | null }
  /** The newest base of the chain. */
  | { kind: 'base'; finishedAt: Date; chain: string }
  | { kind: 'problem'; error: Error };

const lookEveryMs = 2_000;

/**
 * Ships the log of the engine into the store as it is written, until the signal; then everything committed is stored.
 * @throws when the engine or the store fails; BrokenChain when another try cannot go on with this chain.
 */
export async function shipWal(
  shipment: WalShipment,
  tell: (news: WalNews) => void,
  signal: AbortSignal,
): Promise<void> {
  const { target, store } = shipment;
  const client = await openClient(target);
  let replication: Client | undefined;
  try {
    const from = await findChain(client, store);
    // One process ships a chain: whatever is unfinished there was left by one that was killed.
    await store.removeUnfinished(filesOf(from.chain), new Date());
    replication = await openReplication(target);
    await shipChain({ shipment, from, client, replication }, tell, signal);
  } catch (error) {
    throw isGap(error)
      ? new BrokenChain('The engine has thrown the next part of its log away', { cause: error })
      : error;
  } finally {
    await client.end().catch(() => undefined);
    await replication?.end().catch(() => undefined);
  }
}

interface Chain {
  shipment: WalShipment;
  from: ChainEnd;
  /** A connection that takes questions. */
  client: Client;
  /** A connection that takes the commands of replication. */
  replication: Client;
}

async function shipChain(
  { shipment, from, client, replication }: Chain,
  tell: (news: WalNews) => void,
  signal: AbortSignal,
): Promise<void> {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  const stopped = new Promise<void>((stop) => signal.addEventListener('abort', () => stop(), { once: true }));
  signal.throwIfAborted();
  let reception: WalReception | undefined;
  let keptFrom = from.start;
  let isRestorable = false;
  let toldAt = from.safeAt;
  const tellStored = () => {
    toldAt = writer.safeAt;
    tell({ kind: 'stored', safeAt: isRestorable ? toldAt : null });
  };
  const writer = new PieceWriter(
    { end: from.last?.end ?? from.start, at: from.safeAt },
    {
      store: (piece, bytes) => storePiece(shipment, from.chain, piece, bytes),
      onStored(piece) {
        keptFrom = piece.start;
        tellStored();
        if (!writer.isFull) reception?.resume();
      },
      onFailed: (error) => broken.reject(error),
    },
  );
  const done = new AbortController();
  let bases: Promise<void> | undefined;
  try {
    const timeline = await readTimeline(replication);
    const resumed = from.last === undefined ? null : new ResumedPiece(from.last);
    const start = { slot: from.chain, from: from.start, timeline };
    const running = await receiveWal(replication, start, (bytes, at) => {
      try {
        const left = resumed?.isKnown === false ? resumed.compare(bytes, at) : { bytes, at };
        if (left.bytes.length > 0) writer.add(left.bytes, left.at);
        if (writer.isFull) reception?.pause();
      } catch (error) {
        broken.reject(error);
      }
    });
    reception = running;
    const noteEnd = async () => {
      const at = new Date();
      const end = await readEnd(client);
      writer.noteEnd({ end, at });
      return end;
    };
    const confirming = repeat(done.signal, async () => {
      await noteEnd();
      running.confirm(writer.received, keptFrom);
      if (resumed?.isKnown !== false && writer.safeAt > toldAt) tellStored();
    });
    const hear = (news: WalNews) => {
      tell(news);
      if (news.kind === 'base' && !isRestorable) {
        isRestorable = true;
        tellStored();
      }
    };
    bases = keepBases(shipment, from.chain, writer, hear, done.signal);
    await Promise.race([running.ended, confirming, broken.promise, stopped]);
    if (signal.aborted) await Promise.race([receiveRest(await noteEnd(), writer), broken.promise]);
  } finally {
    done.abort();
    writer.stop();
    await bases;
  }
}

/** Does it again and again until the signal, or until it fails. */
async function repeat(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Milliseconds that a stop may take to receive what was committed before it. */
const restWithinMs = 2_000;

/** Stores everything that was committed until now. */
async function receiveRest(end: bigint, writer: PieceWriter): Promise<void> {
  for (const until = Date.now() + restWithinMs; writer.received < end && Date.now() < until;) await sleep(10);
  await writer.cut();
}

/** The last piece in the store, received once more: a data folder that was copied or set back has another log. */
class ResumedPiece {
  readonly #piece: Piece;
  readonly #parts: Buffer[] = [];
  #left: number;

  constructor(piece: Piece) {
    this.#piece = piece;
    this.#left = Number(piece.end - piece.start);
  }

  get isKnown(): boolean {
    return this.#left === 0;
  }

  /** @returns the bytes beyond the piece. */
  compare(bytes: Buffer, at: bigint): { bytes: Buffer; at: bigint } {
    const known = bytes.subarray(0, this.#left);
    this.#parts.push(known);
    this.#left -= known.length;
    if (this.#left === 0 && digestOf(Buffer.concat(this.#parts)) !== this.#piece.digest)
      throw new BrokenChain('The log in the store is that of another database');
    return { bytes: bytes.subarray(known.length), at: at + BigInt(known.length) };
  }
}

async function storePiece({ store, sealing }: WalShipment, chain: string, piece: Piece, bytes: Buffer): Promise<void> {
  const name = pieceName(chain, piece);
  await writePacked(store, name, inParts(bytes), sealing.recipients);
  try {
    const hash = createHash('sha256');
    for await (const part of readPacked(store, name, sealing.key)) hash.update(part);
    if (!hash.digest('hex').startsWith(piece.digest))
      throw new DamagedBackup('A part of the log is not what was written: the disk may be failing');
    // A copied data folder goes on where the original does: the second of them to come is on its own from there.
    if ((await store.list(piecesAt(chain, piece.start))).length > 1)
      throw new BrokenChain('Another server goes on with this log: its data folder is a copy');
  } catch (error) {
    await store.remove(name);
    throw error;
  }
}

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Whether the engine has no log from the place on: it was removed, or the place lies in its future. */
function isGap(error: unknown): boolean {
  if (codeOf(error) === '58P01') return true;
  return (
    error instanceof Error && /is ahead of the WAL flush position|is not in this server's history/.test(error.message)
  );
}
