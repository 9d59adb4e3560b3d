import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { checksumLength } from '../archive-format.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

/** A file in the ZIP, by its directory. */
interface ZipEntry {
  name: string;
  isPacked: boolean;
  /** Where its local header begins. */
  at: number;
  packedBytes: number;
  bytes: number;
}

/** Names that an archive has; none leads out of it. */
const allowedName =
  /^(manifest\.json|restaurant\.json|[a-z_]{1,63}\.(csv|jsonl)|(pictures|[a-z-]{0,31}photos)\/[0-9a-f-]{36,64}\.(jpg|png))$/;

const endLength = 22;
const directoryMaxBytes = 64 * 2 ** 20;
const localLength = 30;
const whole64 = 0xffffffff;

/** Bytes that a packed byte may become; rows of a restaurant become fifty at most, and a bomb a thousand. */
const mostPerPackedByte = 250;
const anywayBytes = 2 ** 20;

/**
 * Reads a ZIP as `write-archive.ts` writes it, and nothing else: with the checksum at its end, without encryption, comments of files,
 * or files that share their bytes.
 */
export class ZipReader {
  readonly #file: FileHandle;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  /** SHA-256 of all but the checksum itself, in hex. */
  readonly checksum: string;

  private constructor(file: FileHandle, entries: ReadonlyMap<string, ZipEntry>, checksum: string) {
    this.#file = file;
    this.#entries = entries;
    this.checksum = checksum;
  }

  /** @throws UnreadableArchive; an error of the disk. */
  static async open(path: string): Promise<ZipReader> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const checksum = await requireChecksum(file, size);
      return new ZipReader(file, await readDirectory(file, size), checksum);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get entries(): Iterable<ZipEntry> {
    return this.#entries.values();
  }

  /** The content of a file, as it is unpacked. @throws UnreadableArchive where it is not as long as the directory says. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new UnreadableArchive(`it lacks the file ${name}`);
    const from = await this.#contentAt(entry);
    const output = entry.isPacked ? createInflateRaw() : new PassThrough();
    const source = Readable.from(piecesOf(this.#file, from, from + entry.packedBytes), { objectMode: false });
    const unpacking = pipeline(source, output);
    unpacking.catch(() => undefined);
    let bytes = 0;
    try {
      for await (const piece of output as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > entry.bytes) throw wrongSize(name);
        yield piece;
      }
    } catch (error) {
      throw error instanceof UnreadableArchive ? error : new UnreadableArchive(`${name} cannot be unpacked`, error);
    } finally {
      output.destroy();
      source.destroy();
      await unpacking.catch(() => undefined);
    }
    if (bytes !== entry.bytes) throw wrongSize(name);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #contentAt({ at, name }: ZipEntry): Promise<number> {
    const header = await readAt(this.#file, at, localLength);
    const nameLength = header.readUInt16LE(26);
    const told = await readAt(this.#file, at + localLength, nameLength);
    if (header.readUInt32LE(0) !== 0x04034b50 || told.toString() !== name)
      throw new UnreadableArchive(`${name} is not where its directory says`);
    return at + localLength + nameLength + header.readUInt16LE(28);
  }
}

function wrongSize(name: string): UnreadableArchive {
  return new UnreadableArchive(`${name} is longer or shorter than it says`);
}

/** Reads the whole file once: whatever byte of it was changed, or is missing, its hash is another. */
async function requireChecksum(file: FileHandle, size: number): Promise<string> {
  if (size < endLength + checksumLength) throw notAnArchive();
  const checksum = (await readAt(file, size - checksumLength, checksumLength)).toString('latin1');
  const end = await readAt(file, size - checksumLength - endLength, endLength);
  const isEnd = end.readUInt32LE(0) === 0x06054b50 && end.readUInt16LE(20) === checksumLength;
  const beginning = await readAt(file, 0, 4);
  if (beginning.readUInt32LE(0) !== 0x04034b50) throw notAnArchive();
  if (!isEnd || !/^[0-9a-f]{64}$/.test(checksum))
    throw new UnreadableArchive('its end is missing, or it was packed again');
  const hash = createHash('sha256');
  for await (const piece of piecesOf(file, 0, size - checksumLength)) hash.update(piece);
  if (hash.digest('hex') !== checksum) throw new UnreadableArchive('it is not what was written');
  return checksum;
}

function notAnArchive(): UnreadableArchive {
  return new UnreadableArchive('it is no ZIP, or its beginning is missing');
}

async function readDirectory(file: FileHandle, size: number): Promise<ReadonlyMap<string, ZipEntry>> {
  const endAt = size - checksumLength - endLength;
  const { count, bytes, at } = await findDirectory(file, endAt);
  if (bytes > directoryMaxBytes || at + bytes > endAt) throw new UnreadableArchive('its directory is too long');
  const directory = await readAt(file, at, bytes);
  const entries = new Map<string, ZipEntry>();
  let offset = 0;
  for (let left = count; left > 0; left--) {
    if (offset + 46 > directory.length || directory.readUInt32LE(offset) !== 0x02014b50)
      throw new UnreadableArchive('its directory cannot be read');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      directory.readUInt16LE(offset + place),
    );
    const name = directory.subarray(offset + 46, offset + 46 + nameLength!).toString();
    if (!allowedName.test(name)) throw new UnreadableArchive(`a file in it has a name that no archive has`);
    if (entries.has(name)) throw new UnreadableArchive(`it has the file ${name} twice`);
    const extra = directory.subarray(offset + 46 + nameLength!, offset + 46 + nameLength! + extraLength!);
    entries.set(name, entryOf(name, directory.subarray(offset, offset + 46), extra));
    offset += 46 + nameLength! + extraLength! + commentLength!;
  }
  if (offset !== directory.length) throw new UnreadableArchive('its directory cannot be read');
  requireApart([...entries.values()], at);
  return entries;
}

/** The place of the directory; in a large ZIP another record says it. */
async function findDirectory(file: FileHandle, endAt: number): Promise<{ count: number; bytes: number; at: number }> {
  const end = await readAt(file, endAt, endLength);
  const small = { count: end.readUInt16LE(10), bytes: end.readUInt32LE(12), at: end.readUInt32LE(16) };
  if (small.count !== 0xffff && small.bytes !== whole64 && small.at !== whole64) return small;
  if (endAt < 76) throw new UnreadableArchive('its directory cannot be found');
  const locator = await readAt(file, endAt - 20, 20);
  const largeAt = Number(locator.readBigUInt64LE(8));
  if (locator.readUInt32LE(0) !== 0x07064b50 || largeAt !== endAt - 76)
    throw new UnreadableArchive('its directory cannot be found');
  const large = await readAt(file, largeAt, 56);
  if (large.readUInt32LE(0) !== 0x06064b50) throw new UnreadableArchive('its directory cannot be found');
  return {
    count: Number(large.readBigUInt64LE(32)),
    bytes: Number(large.readBigUInt64LE(40)),
    at: Number(large.readBigUInt64LE(48)),
  };
}

function entryOf(name: string, header: Buffer, extra: Buffer): ZipEntry {
  const method = header.readUInt16LE(10);
  if ((header.readUInt16LE(8) & 1) !== 0 || (method !== 0 && method !== 8))
    throw new UnreadableArchive(`${name} is packed in a way that no archive is`);
  let [packedBytes, bytes, at] = [20, 24, 42].map((place) => header.readUInt32LE(place)) as [number, number, number];
  // The numbers that do not fit stand in a field of their own, in this order.
  const large = largeFieldOf(extra);
  let place = 0;
  const next = (value: number) => {
    if (value !== whole64 || large === null) return value;
    if (place + 8 > large.length) throw new UnreadableArchive(`${name} has no size`);
    place += 8;
    return Number(large.readBigUInt64LE(place - 8));
  };
  bytes = next(bytes);
  packedBytes = next(packedBytes);
  at = next(at);
  const isPacked = method === 8;
  if (!isPacked && bytes !== packedBytes) throw wrongSize(name);
  if (bytes > packedBytes * mostPerPackedByte + anywayBytes)
    throw new UnreadableArchive(`${name} would become far larger than the rows of a restaurant`);
  return { name, isPacked, at, packedBytes, bytes };
}

function largeFieldOf(extra: Buffer): Buffer | null {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return null;
}

/** Files that share bytes make a small ZIP large. */
function requireApart(entries: readonly ZipEntry[], directoryAt: number): void {
  const inOrder = entries.toSorted((one, other) => one.at - other.at);
  for (const [index, { at, name, packedBytes }] of inOrder.entries()) {
    const next = inOrder[index + 1]?.at ?? directoryAt;
    if (at + localLength + name.length + packedBytes > next)
      throw new UnreadableArchive(`${name} is not where its directory says`);
  }
}

const pieceBytes = 2 ** 18;

async function* piecesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += pieceBytes) yield await readAt(file, at, Math.min(pieceBytes, to - at));
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new UnreadableArchive('it is cut off');
    done += bytesRead;
  }
  return bytes;
}
