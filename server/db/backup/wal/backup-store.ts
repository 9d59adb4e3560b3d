/** A place that backups are kept in: a folder, or a bucket elsewhere. Names have slashes between their parts. */
export interface BackupStore {
  /** The place, for sentences to the operator. */
  place: string;
  /** All names that begin so, in no order. */
  list(prefix: string): Promise<string[]>;
  /** @throws where there is no such file. */
  read(name: string): AsyncIterable<Buffer>;
  /** Resolves once the whole file is there to stay; there is never a part of it under its name. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes what writes to names that begin so have left when they were broken off, where it was last touched before a moment. */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
}

export async function readWhole(store: BackupStore, name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of store.read(name)) parts.push(part);
  return Buffer.concat(parts);
}

export function writeWhole(store: BackupStore, name: string, bytes: Uint8Array): Promise<void> {
  return store.write(name, inOnePart(bytes));
}

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
