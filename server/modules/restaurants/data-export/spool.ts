import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { leastFreeBytes, readSpace } from '#server/db/engine/disk-watch.ts';
import { codeOf } from '#server/db/unavailable.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { checksumLength } from './archive-format.ts';

/** Bytes written between two looks at the disk. */
const lookEvery = 8 * 2 ** 20;
const pieceBytes = 256 * 1024;
/** Milliseconds in which somebody has to begin to read the file, and in which they have to be done. */
const unreadMs = 90_000;
const readWithinMs = 2 * 3_600_000;
const ending = '.export';

/**
 * A file on its way to a client, in the data folder. Its name is taken away as soon as it is open, so that the system removes it with the last
 * handle, also when the server is killed. It is read while it is written, and never takes the room that orders need.
 */
export class Spool {
  readonly #folder: string;
  readonly #handle: FileHandle;
  readonly #readSpace: typeof readSpace;
  readonly #hash = createHash('sha256');
  #timer: NodeJS.Timeout;
  /** The last bytes so far, in whose place the checksum may come. */
  #tail = Buffer.alloc(0);
  #written = 0;
  #lookedAt = 0;
  #state: 'open' | 'whole' | 'failed' | 'closed' = 'open';
  #failure: unknown = null;
  #wake = Promise.withResolvers<void>();

  private constructor(folder: string, handle: FileHandle, read: typeof readSpace) {
    this.#folder = folder;
    this.#handle = handle;
    this.#readSpace = read;
    this.#timer = this.#closeAfter(unreadMs);
  }

  /**
   * Tests replace the look at the disk.
   * @throws export.no_room
   */
  static async open(folder: string, read: typeof readSpace = readSpace): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // A server that was killed between the two lines below has left an empty file.
    for (const name of await readdir(folder)) {
      if (name.endsWith(ending)) await rm(join(folder, name), { force: true });
    }
    await requireRoom(folder, read);
    const path = join(folder, `${randomBytes(8).toString('hex')}${ending}`);
    const handle = await open(path, 'wx+', 0o600).catch(refuseFull);
    await rm(path, { force: true });
    return new Spool(folder, handle, read);
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  /** Writes the pieces; the last bytes of the last become the checksum. @throws export.no_room; whatever the pieces throw. */
  async fill(pieces: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const piece of pieces) {
        const all = Buffer.concat([this.#tail, piece]);
        const end = Math.max(0, all.length - checksumLength);
        this.#tail = all.subarray(end);
        await this.#write(all.subarray(0, end));
      }
      await this.#append(Buffer.from(this.#hash.digest('hex')));
      this.#state = 'whole';
    } catch (error) {
      if (this.#state === 'open') this.#state = 'failed';
      this.#failure = error;
      throw error;
    } finally {
      this.#tell();
    }
  }

  /** The bytes from the beginning, as they come. They can be read once; the file goes with the reader. */
  async *pieces(): AsyncGenerator<Buffer> {
    clearTimeout(this.#timer);
    this.#timer = this.#closeAfter(readWithinMs);
    try {
      for (let at = 0; ;) {
        const told = this.#wake.promise;
        const isWhole = this.#state === 'whole';
        if (this.#state === 'failed') throw this.#failure;
        if (this.#state === 'closed') throw new Error('The export was not fetched in time');
        if (at < this.#written) {
          const piece = Buffer.allocUnsafe(Math.min(pieceBytes, this.#written - at));
          const { bytesRead } = await this.#handle.read(piece, 0, piece.length, at);
          at += bytesRead;
          yield piece.subarray(0, bytesRead);
        } else if (isWhole) return;
        else await told;
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#tell();
    await this.#handle.close();
  }

  #closeAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => void this.close(), milliseconds).unref();
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.#append(bytes);
    if (this.#written - this.#lookedAt < lookEvery) return;
    this.#lookedAt = this.#written;
    await requireRoom(this.#folder, this.#readSpace);
  }

  async #append(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      if (this.#state !== 'open') throw new Error('Nobody waits for this export any more');
      const { bytesWritten } = await this.#handle
        .write(bytes, done, bytes.length - done, this.#written)
        .catch(refuseFull);
      done += bytesWritten;
      this.#written += bytesWritten;
    }
    this.#tell();
  }

  #tell(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

/** Twice the room without which the server takes no orders, so that those do not notice. */
async function requireRoom(folder: string, read: typeof readSpace): Promise<void> {
  const { free, size } = await read(folder);
  if (free < 2 * leastFreeBytes(size)) throw new Refusal('export.no_room');
}

function refuseFull(error: unknown): never {
  throw codeOf(error) === 'ENOSPC' ? new Refusal('export.no_room') : error;
}
