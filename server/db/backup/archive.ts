import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { codeOf } from '../unavailable.ts';
import { WrongBackupKey, decryptWith, encryptFor } from '../encryption.ts';
import { OpenWaits } from '../open-waits.ts';

/**
 * The file of a backup: gzipped lines. First an `ArchiveHead`; then for each table an `ArchiveTable`, its rows in
 * PostgreSQL's text format and a line `\.`, which cannot be a row; last an `ArchiveTail` with the expected counts. A
 * file without its tail was cut off. With recipients the whole file is encrypted: see encryption.ts.
 */
export interface ArchiveHead {
  format: 'order-manager backup 1';
  takenAt: string;
  /** The migrations that the database had, oldest first. */
  migrations: { number: number; name: string; checksum: string }[];
  /** The secret that the database is used with; in encrypted backups alone. */
  secret?: string;
}

interface ArchiveTable {
  table: string;
  columns: string[];
}

/** The number of rows of every table, and the SHA-256 of their lines. */
interface ArchiveTail {
  tables: Record<string, TableDigest>;
}

export interface TableDigest {
  rows: number;
  digest: string;
}

export const archiveFormat = 'order-manager backup 1';
const endOfRows = Buffer.from('\\.\n');
const newline = 0x0a;

/** Counts and hashes lines as they pass. */
export class RowDigest {
  readonly #hash: Hash = createHash('sha256');
  rows = 0;

  add(lines: Buffer): void {
    this.#hash.update(lines);
    for (let at = lines.indexOf(newline); at >= 0; at = lines.indexOf(newline, at + 1)) this.rows += 1;
  }

  /** Yields the same lines, counted and hashed on the way. */
  async *watch(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const line of lines) {
      this.add(line);
      yield line;
    }
  }

  result(): TableDigest {
    return { rows: this.rows, digest: this.#hash.digest('hex') };
  }
}

/** Writes an archive under a temporary name, and renames it when everything is on disk. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #partial: string;
  readonly #gzip = createGzip({ level: 3 });
  /** Settles at the end alone, so it is waited for there, and not at each piece. */
  readonly #written: Promise<void>;
  readonly #room = new OpenWaits();

  /** @param recipients public keys as `backup:key` prints, each of which opens the file; undefined leaves it readable. */
  constructor(path: string, recipients: readonly string[] | undefined) {
    this.#path = path;
    this.#partial = `${path}.partial`;
    const file = createWriteStream(this.#partial, { mode: 0o600, flush: true });
    this.#written =
      recipients === undefined ? pipeline(this.#gzip, file) : pipeline(this.#gzip, encryptFor(recipients), file);
    // The error surfaces at the next write or at finish.
    this.#written.catch((error: unknown) => this.#room.fail(error));
  }

  async writeLine(value: ArchiveHead | ArchiveTable | ArchiveTail): Promise<void> {
    await this.writeRows(Buffer.from(`${JSON.stringify(value)}\n`));
  }

  async writeRows(lines: Buffer): Promise<void> {
    if (this.#gzip.destroyed) await this.#written;
    if (!this.#gzip.write(lines)) await this.#room.waitFor(once(this.#gzip, 'drain'));
  }

  async endTable(): Promise<void> {
    await this.writeRows(endOfRows);
  }

  async finish(): Promise<void> {
    this.#gzip.end();
    await this.#written;
    await rename(this.#partial, this.#path);
  }

  async abandon(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }
}

/** The file is not what was written; its message holds nothing of any row. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

/** The path of a file, or bytes that come from elsewhere. */
export type ArchiveSource = string | AsyncIterable<Buffer>;

/** Reads an archive once, from beginning to end. */
export class ArchiveReader {
  readonly #key: string | undefined;
  readonly #lines: AsyncGenerator<Buffer, void>;

  /** @param key opens an encrypted backup: the secret line of the file that `backup:key` made. */
  constructor(source: ArchiveSource, key: string | undefined) {
    this.#key = key;
    this.#lines = linesOf(source, key);
  }

  /** The first line. */
  async readHead(): Promise<ArchiveHead> {
    const line = await this.#next().catch((error: unknown) => {
      if (error instanceof WrongBackupKey || (error instanceof DamagedBackup && this.#isPacked(error))) throw error;
      throw new Error('This is not a backup of Order Manager', { cause: error });
    });
    const head = objectOf(line, (cause) =>
      // Damage further on in the line leaves its beginning.
      this.#key !== undefined || line.toString().startsWith(headBeginning)
        ? new DamagedBackup(unreadable, { cause })
        : new Error('This is not a backup of Order Manager', { cause }),
    );
    if (!('format' in head) || head.format !== archiveFormat) throw new Error('This is not a backup of Order Manager');
    return head as ArchiveHead;
  }

  /** The line before the rows of the next table, or the last line of the file. */
  async readNext(): Promise<ArchiveTable | ArchiveTail> {
    const line = objectOf(await this.#next(), (cause) => new DamagedBackup(unreadable, { cause }));
    return line as ArchiveTable | ArchiveTail;
  }

  /** The rows of the table whose line was just read. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const line = await this.#next();
      if (line.equals(endOfRows)) return;
      yield line;
    }
  }

  async close(): Promise<void> {
    await this.#lines.return();
  }

  /** Whether the file is packed as a backup is: it opened with the key, or begins as gzip does. */
  #isPacked({ cause }: DamagedBackup): boolean {
    if (this.#key !== undefined) return true;
    return cause instanceof Error && codeOf(cause).startsWith('Z_') && cause.message !== 'incorrect header check';
  }

  async #next(): Promise<Buffer> {
    const { value } = await this.#lines.next().catch((error: unknown) => {
      throw inWords(error);
    });
    if (!value) throw new DamagedBackup(cutOff);
    return value;
  }
}

const cutOff = 'The backup is cut off: its end is missing';
const unreadable = 'The backup is damaged: it cannot be read where a table begins';
const headBeginning = `{"format":${JSON.stringify(archiveFormat)}`;

function objectOf(line: Buffer, refusal: (cause: unknown) => Error): object {
  try {
    return JSON.parse(line.toString()) as object;
  } catch (error) {
    throw refusal(error);
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof WrongBackupKey) return error;
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return new DamagedBackup(cutOff, { cause: error });
  // Errors of the disk have codes as well, and say which file.
  if (code !== '' && !code.startsWith('Z_') && !code.startsWith('ERR_')) return error;
  return new DamagedBackup('The backup is damaged: it cannot be unpacked', { cause: error });
}

async function* linesOf(source: ArchiveSource, key: string | undefined): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip();
  // Errors on the way are thrown where the lines are read.
  const bytes = typeof source === 'string' ? createReadStream(source) : source;
  pipeline(bytes, decryptWith(key), gunzip).catch(() => undefined);
  // A picture is a line of megabytes, so its parts are joined once, when it is complete.
  let parts: Buffer[] = [];
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, to + 1)]);
      parts = [];
      from = to + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
}
