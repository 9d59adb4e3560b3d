import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '..', '..', 'dist');

function builtFiles(folder: string): string[] {
  const files = readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.js')).map((file) => join(folder, file));
}

const files = [...builtFiles('server'), ...builtFiles('ssr')];
const textOf = (file: string) => readFileSync(join(dist, file), 'latin1');

test('the code that the server runs takes one byte a character in memory', () => {
  expect(files).toEqual(expect.arrayContaining([join('server', 'main.js'), join('ssr', 'storefront.js')]));
  expect(files.filter((file) => /[\u0080-\u00ff]/.test(textOf(file)))).toEqual([]);
});

test("pages are rendered by React's production form, and its other one is not loaded", () => {
  const rendering = files
    .filter((file) => file.startsWith('ssr'))
    .map(textOf)
    .join('\n');
  expect(rendering).toContain('react-dom-server.node.production.js');
  expect(rendering).not.toContain('react-dom-server.node.development.js');
  expect(rendering).not.toContain('process.env.NODE_ENV');
});

test('a start reads six files of the server, however many the command line and the workers share', () => {
  const read = new Set<string>();
  const add = (name: string) => {
    if (read.has(name)) return;
    read.add(name);
    for (const [, imported] of textOf(join('server', name)).matchAll(/^(?:import|export)\b.*"\.\/([^"]+)";$/gm))
      add(imported!);
  };
  for (const name of ['main.js', 'serve.js']) add(name);
  for (const start of [...read].filter((name) => name.startsWith('start-'))) {
    for (const [, app] of textOf(join('server', start)).matchAll(/import\("\.\/(app-[^"]+)"\)/g)) add(app!);
  }
  const names = [...read].map((name) => name.replace(/(-[\w-]{8})?\.js$/, ''));
  expect(names.toSorted()).toEqual(['app', 'app', 'main', 'rolldown-runtime', 'serve', 'start']);
});
