import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './architecture.ts';

const root = join(import.meta.dirname, '..', '..');
const folders = ['contract', 'server', 'storefront', 'dashboard', 'e2e', 'benchmarks', 'scripts', 'docs'];

/** Every source file of the repository, by default without the tests of the walls: they are full of planted violations. */
export function readSources({ hasPlanted = false } = {}): SourceFile[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...readdirSync(root), ...inFolders]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.startsWith('.') && (hasPlanted || !isPlanted(path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function isPlanted(path: string): boolean {
  return path.startsWith('server/walls/') && path.endsWith('.test.ts');
}
