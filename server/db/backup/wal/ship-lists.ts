import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupStore } from './backup-store.ts';
import { readPacked, writePacked } from './packing.ts';

/** Lists of this machine that a restore elsewhere needs: files that only grow. */
export interface Lists {
  folders: readonly string[];
  names: RegExp;
}

const prefix = 'erasures/';

/** Keeps a copy of each list in the store. */
export class ListShipping {
  readonly #lists: Lists;
  readonly #store: BackupStore;
  readonly #recipients: readonly string[] | undefined;
  /** Bytes that are in the store, by path. */
  readonly #stored = new Map<string, number>();

  constructor(lists: Lists, store: BackupStore, recipients: readonly string[] | undefined) {
    this.#lists = lists;
    this.#store = store;
    this.#recipients = recipients;
  }

  /** Stores the lists that have grown since the last time. */
  async ship(): Promise<void> {
    for (const folder of this.#lists.folders) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for (const name of names.filter((one) => this.#lists.names.test(one))) await this.#shipOne(join(folder, name));
    }
  }

  async #shipOne(path: string): Promise<void> {
    const { size } = await stat(path);
    if (this.#stored.get(path) === size) return;
    const bytes = await readFile(path);
    // Another machine may have a list of the same name; no two begin with the same line.
    const [first] = /[^\n]+(?=\n)/.exec(bytes.toString()) ?? [];
    if (first === undefined) return;
    const name = `${prefix}${createHash('sha256').update(first).digest('hex').slice(0, 16)}.omw`;
    await writePacked(this.#store, name, inOnePart(bytes), this.#recipients);
    this.#stored.set(path, bytes.length);
  }
}

async function* inOnePart(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The texts of the lists of all machines. */
export async function readShippedLists(store: BackupStore, key: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  for (const name of await store.list(prefix)) {
    const parts: Buffer[] = [];
    for await (const part of readPacked(store, name, key)) parts.push(part);
    texts.push(Buffer.concat(parts).toString());
  }
  return texts;
}
