/** The installation of packages on a fresh clone. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('packages are installed once for a lockfile, and without running scripts of theirs', () => {
  const clone = mkdtempSync(join(tmpdir(), 'om-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  for (const folder of ['scripts', 'node_modules']) mkdirSync(join(clone, folder));
  cpSync(join(import.meta.dirname, 'bootstrap.mjs'), join(clone, 'scripts', 'bootstrap.mjs'));
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(clone, name), '{}');
  const calls = join(clone, 'calls');
  writeFileSync(
    join(clone, 'npm.mjs'),
    `import { appendFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n');`,
  );
  writeFileSync(join(clone, 'start.mjs'), `import { bootstrap } from './scripts/bootstrap.mjs'; bootstrap();`);
  const env = { ...process.env, npm_execpath: join(clone, 'npm.mjs'), npm_node_execpath: process.execPath };
  for (const _ of [1, 2]) expect(spawnSync(process.execPath, [join(clone, 'start.mjs')], { env }).status).toBe(0);
  const [call, ...others] = readFileSync(calls, 'utf8').trim().split('\n');
  expect(others).toEqual([]);
  expect(call?.split(' ')).toEqual(expect.arrayContaining(['ci', '--include=optional', '--ignore-scripts']));
});
