import { createHash } from 'node:crypto';
import type { Piece } from './chains.ts';

/** Milliseconds after the first byte of a piece at which it is stored, and the bytes at which it is stored sooner. */
const pieceMs = 10_000;
const pieceBytes = 16 * 2 ** 20;
/** The engine is asked to wait while so many bytes are not stored yet. */
const heldBytesMax = 4 * pieceBytes;

interface PieceWriterOptions {
  /** Stores a piece and reads it back. */
  store: (piece: Piece, bytes: Buffer) => Promise<void>;
  onStored: (piece: Piece) => void;
  onFailed: (error: unknown) => void;
}

/** Where the log ended at a moment: everything that was committed until `at` lies before `end`. */
interface LogEnd {
  end: bigint;
  at: Date;
}

/** Cuts the log into pieces as it comes, and stores them one after the other. */
export class PieceWriter {
  readonly #options: PieceWriterOptions;
  #parts: Buffer[] = [];
  #bytes = 0;
  #heldBytes = 0;
  #start: bigint;
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();
  /** In order. The first is the last that is stored whole. */
  #ends: LogEnd[];
  /** The place up to which the log was received, and up to which it is stored. */
  received: bigint;
  stored: bigint;

  /** @param begin is in the store already. */
  constructor(begin: LogEnd, options: PieceWriterOptions) {
    this.#options = options;
    this.#start = this.received = this.stored = begin.end;
    this.#ends = [begin];
  }

  get isFull(): boolean {
    return this.#heldBytes > heldBytesMax;
  }

  /** Everything that was committed until then is stored. Log that was received says nothing of what is still to come. */
  get safeAt(): Date {
    return this.#lastBefore(this.stored).at;
  }

  add(bytes: Buffer, at: bigint): void {
    if (at !== this.received) throw new Error('The engine left out a part of its log');
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    this.#heldBytes += bytes.length;
    this.received += BigInt(bytes.length);
    this.#timer ??= setTimeout(() => void this.cut(), pieceMs);
    if (this.#bytes >= pieceBytes) void this.cut();
  }

  /** Notes an end that the engine has told; later ones come later. */
  noteEnd(end: LogEnd): void {
    const stored = this.#lastBefore(this.stored);
    this.#ends = [...this.#ends.filter((one) => one.at >= stored.at), end];
  }

  /** Ends the piece, and resolves when everything received is stored, or could not be. */
  cut(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#bytes > 0) {
      const bytes = Buffer.concat(this.#parts);
      const safeAt = this.#lastBefore(this.received).at;
      const piece = { start: this.#start, end: this.received, safeAt, digest: digestOf(bytes) };
      [this.#parts, this.#bytes, this.#start] = [[], 0, this.received];
      this.#storing = this.#storing.then(() => this.#store(piece, bytes));
      // Told by `onFailed`; what follows a piece that is missing is not stored.
      this.#storing.catch((error: unknown) => this.#options.onFailed(error));
    }
    return this.#storing;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#options.store = () => Promise.reject(new Error('The log is received no longer'));
  }

  #lastBefore(place: bigint): LogEnd {
    return this.#ends.findLast(({ end }) => end <= place) ?? this.#ends[0]!;
  }

  async #store(piece: Piece, bytes: Buffer): Promise<void> {
    await this.#options.store(piece, bytes);
    this.stored = piece.end;
    this.#heldBytes -= bytes.length;
    this.#options.onStored(piece);
  }
}

export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
