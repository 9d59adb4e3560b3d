import { createHash } from 'node:crypto';
import { DamagedBackup } from '../archive.ts';
import { ByteReader, readTar, type TarEntry } from './tar.ts';

/**
 * The file of a base: a line of JSON, then the messages in which the engine sent its files, each after its length in four
 * bytes, and a message of no bytes. Without that the file was cut off.
 */
export interface BaseHead {
  format: 'order-manager base 1';
  startedAt: string;
  /** The engine's major version: no other reads its files. */
  major: number;
  /** Its files fit machines of this kind alone: 'linux x64'. */
  platform: string;
  /** The secret that the database is used with; in sealed bases alone. */
  secret?: string;
}

export const baseFormat = 'order-manager base 1';
export const thisPlatform = `${process.platform} ${process.arch}`;

export function headLine(head: BaseHead): Buffer {
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return Buffer.concat([length, message]);
}

/** Kinds of messages: an archive begins, the list of its files begins, bytes of either, progress. */
const [archive, manifest, data] = [0x6e, 0x6d, 0x64];

/**
 * Reads a base from beginning to end, and checks every file against the SHA-256 that the engine gave.
 * @param onFile consumes the content of each file.
 * @throws DamagedBackup.
 */
export async function readBase(
  bytes: AsyncIterable<Buffer>,
  onHead: (head: BaseHead) => Promise<void>,
  onFile: (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = new ByteReader(bytes);
  await onHead(await readHead(reader));
  const listed: Buffer[] = [];
  const found = new Map<string, string>();
  await readTar(archiveIn(reader, listed), async (entry, content) => {
    if (entry.kind === 'folder') return onFile(entry, content);
    const hash = createHash('sha256');
    await onFile(
      entry,
      watched(content, (part) => hash.update(part)),
    );
    found.set(entry.path, hash.digest('hex'));
  });
  requireListed(Buffer.concat(listed).toString(), found);
}

async function readHead(reader: ByteReader): Promise<BaseHead> {
  const line: Buffer[] = [];
  for (;;) {
    const byte = await reader.read(1);
    if (byte === null || line.length > 10_000) throw new DamagedBackup('This is not a base of Order Manager');
    if (byte[0] === 0x0a) break;
    line.push(byte);
  }
  const head = JSON.parse(Buffer.concat(line).toString()) as BaseHead;
  if (head.format !== baseFormat) throw new DamagedBackup('This is not a base of Order Manager');
  return head;
}

/** The bytes of the archive, while those of the list after it go into `listed`. */
async function* archiveIn(reader: ByteReader, listed: Buffer[]): AsyncGenerator<Buffer> {
  let isList = false;
  for (;;) {
    const length = await reader.read(4);
    if (length === null) throw new DamagedBackup('The base is cut off: its end is missing');
    const size = length.readUInt32BE();
    if (size === 0) return;
    const message = await reader.read(size);
    if (message === null) throw new DamagedBackup('The base is cut off: its end is missing');
    const [kind] = message;
    if (kind === archive && !message.subarray(1).toString('latin1').startsWith('base.tar\0'))
      throw new DamagedBackup('The base has files outside its folder');
    if (kind === manifest) isList = true;
    if (kind === data && isList) listed.push(message.subarray(1));
    else if (kind === data) yield message.subarray(1);
  }
}

function requireListed(list: string, found: ReadonlyMap<string, string>): void {
  const { Files: files } = JSON.parse(list) as { Files: { Path: string; Checksum: string }[] };
  const isWhole = files.every(({ Path: path, Checksum: checksum }) => found.get(path) === checksum);
  if (!isWhole || files.length !== found.size)
    throw new DamagedBackup('The base is damaged: its files differ from what the database had');
}

async function* watched(bytes: AsyncIterable<Buffer>, see: (part: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    see(part);
    yield part;
  }
}
