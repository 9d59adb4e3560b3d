// Tells whether the built apps match the present sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const sources = ['contract', 'storefront', 'dashboard', 'scripts/words', 'vite.config.ts', 'package-lock.json'];
const stampFile = join(root, 'dist', '.build-stamp');

export function isBuildStale() {
  return !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== sourceStamp();
}

/** A digest of everything that goes into the build, file names included. */
export function sourceStamp() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Records the sources of a build; null while it is running. */
export function writeBuildStamp(stamp) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp ?? '');
}

function filesIn(path) {
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  const names = entries.filter((entry) => !/\.test\.tsx?$/.test(entry.name)).map((entry) => `${path}/${entry.name}`);
  return names.sort().flatMap((name) => filesIn(name));
}
