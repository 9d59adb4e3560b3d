import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import type { BackupStore } from './backup-store.ts';

const partialEnding = '.partial';

export function folderStore(folder: string): BackupStore {
  return {
    place: folder,
    async list(prefix) {
      const files = await filesBelow(folder, prefix);
      return files.filter((name) => !name.endsWith(partialEnding));
    },
    read: (name) => createReadStream(join(folder, name)),
    async write(name, bytes) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path + partialEnding, 'w', 0o600);
      try {
        for await (const part of bytes) await file.writeFile(part);
        await file.sync();
      } catch (error) {
        await rm(path + partialEnding, { force: true }).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
      await rename(path + partialEnding, path);
      await syncFolder(dirname(path));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeUnfinished(prefix, before) {
      for (const name of await filesBelow(folder, prefix)) {
        const path = join(folder, name);
        if (!name.endsWith(partialEnding)) continue;
        const facts = await stat(path).catch(nothingThere);
        if (facts !== null && facts.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

/** The names of all files that begin so, unfinished ones included. */
async function filesBelow(folder: string, prefix: string): Promise<string[]> {
  const found: string[] = [];
  async function walk(below: string): Promise<void> {
    for (const entry of (await readdir(join(folder, below), { withFileTypes: true }).catch(nothingThere)) ?? []) {
      const name = posix.join(below, entry.name);
      if (!name.startsWith(prefix)) continue;
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile()) found.push(name);
    }
  }
  await walk(posix.dirname(`${prefix}x`));
  return found;
}

/** A new name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
