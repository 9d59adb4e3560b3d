/** Bytes that are read in the sizes that a format has them in. */
export class ByteReader {
  readonly #parts: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#parts = bytes[Symbol.asyncIterator]();
  }

  /** Reads bytes; null at the end. @throws when the end is in the middle of them. */
  async read(size: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for await (const part of this.readParts(size)) {
      if (part === null) {
        if (parts.length === 0) return null;
        throw new Error('The file is cut off');
      }
      parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  /** Reads bytes as they come; null among them says that the end came before. */
  async *readParts(size: number): AsyncGenerator<Buffer | null> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#parts.next();
        if (done === true) {
          yield null;
          return;
        }
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}

export interface TarEntry {
  path: string;
  kind: 'file' | 'folder';
  size: number;
}

const blockBytes = 512;

/** Reads the archives that PostgreSQL makes of its files: names of up to 99 bytes, files of up to 8 GB. */
export async function readTar(
  bytes: AsyncIterable<Buffer>,
  onEntry: (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = new ByteReader(bytes);
  for (;;) {
    const head = await reader.read(blockBytes);
    if (head === null) return;
    // Two empty blocks may end an archive.
    if (head.every((byte) => byte === 0)) continue;
    const text = (from: number, size: number) => head.toString('latin1', from, from + size).replace(/\0.*$/s, '');
    const kind = text(156, 1) === '5' ? 'folder' : 'file';
    if (!['0', '5', ''].includes(text(156, 1))) throw new Error(`A file of an unknown kind: ${text(0, 100)}`);
    const size = kind === 'folder' ? 0 : Number.parseInt(text(124, 12), 8);
    await onEntry({ path: text(0, 100).replace(/^\.\//, '').replace(/\/$/, ''), kind, size }, contentOf(reader, size));
    await reader.read((blockBytes - (size % blockBytes)) % blockBytes);
  }
}

async function* contentOf(reader: ByteReader, size: number): AsyncGenerator<Buffer> {
  for await (const part of reader.readParts(size)) {
    if (part === null) throw new Error('The archive is cut off');
    yield part;
  }
}
