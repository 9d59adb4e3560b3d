// Compares the size of a first visit, from the manifest of the build, with the budgets (P12 and P14).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exit } from 'node:process';
import { gzipSync } from 'node:zlib';
import { root } from './bootstrap.mjs';

const client = join(root, 'dist', 'client');
/** Each app is a build of its own. */
const manifestOf = (name) => JSON.parse(readFileSync(join(client, '.vite', name), 'utf8'));

/** Gzip; a kB is 1,000 bytes. */
const budgets = [
  // 1 kB above what they were before restaurants could take payments online.
  ...[
    ['en', 97_400],
    ['ar', 98_400],
  ].map(([language, scripts]) => ({
    page: `guest’s site, ${language}`,
    manifest: manifestOf('guest.json'),
    // The texts of the page's language are part of the page.
    entries: ['storefront/start.ts', 'storefront/entry-client.tsx', `storefront/words/${language}.ts`],
    styleSheet: 'style.css',
    scripts,
    styles: 12_000,
  })),
  {
    page: 'Order Manager',
    manifest: manifestOf('manifest.json'),
    entries: ['dashboard/index.html', 'dashboard/app.tsx'],
    scripts: 226_000,
    styles: 20_000,
  },
];

let isOver = false;
for (const { page, manifest, entries, styleSheet, ...limits } of budgets) {
  const seen = new Set();
  const chunks = entries.flatMap((entry) => firstLoad(manifest, entry, seen));
  const sizes = {
    scripts: sum(chunks.map((chunk) => chunk.file)),
    styles: sum(styleSheet ? [manifest[styleSheet].file] : new Set(chunks.flatMap((chunk) => chunk.css ?? []))),
  };
  for (const kind of ['scripts', 'styles']) {
    const verdict = sizes[kind] > limits[kind] ? 'TOO LARGE' : 'ok';
    isOver ||= sizes[kind] > limits[kind];
    console.log(
      `${page.padEnd(17)}${kind.padEnd(9)}${kB(sizes[kind]).padStart(9)} of ${kB(limits[kind]).padStart(9)}  ${verdict}`,
    );
  }
}
exit(isOver ? 1 : 0);

/** The entry's chunk and its static imports, each once; dynamic imports are not part of the first load. */
function firstLoad(manifest, entry, seen) {
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`${entry} is not in the manifest of the build`);
  if (seen.has(entry)) return [];
  seen.add(entry);
  return [chunk, ...(chunk.imports ?? []).flatMap((name) => firstLoad(manifest, name, seen))];
}

function sum(files) {
  return [...files].reduce((total, file) => total + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0);
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
