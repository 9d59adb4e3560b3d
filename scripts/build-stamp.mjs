// Tells whether what was built matches the present sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './bootstrap.mjs';

/** The stamp of both browser apps. */
export const appsStamp = stampOf('.build-stamp', [
  'contract',
  'storefront',
  'dashboard',
  'scripts/words',
  'vite.config.ts',
  'scripts/server-output.mjs',
  'package-lock.json',
]);

/** The stamp of the built server. */
export const serverStamp = stampOf('server/.build-stamp', [
  'contract',
  'server',
  'scripts/build-server.mjs',
  'scripts/server-output.mjs',
  'package-lock.json',
]);

/** The stamp of the pictures of the demo, which the build draws. */
export const demoStamp = stampOf('demo-pictures/.build-stamp', [
  'server/db/seed/pictures',
  'server/modules/restaurants/pictures/address.ts',
  'server/modules/restaurants/pictures/encode-picture.ts',
  'package-lock.json',
]);

function stampOf(name, sources) {
  const file = join(root, 'dist', name);
  return {
    isStale: () => !existsSync(file) || readFileSync(file, 'utf8') !== digest(sources),
    /** A digest of everything that goes into the build, file names included. */
    compute: () => digest(sources),
    /** Records the sources of a build; null while it is running. */
    write(stamp) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, stamp ?? '');
    },
  };
}

function digest(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
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
