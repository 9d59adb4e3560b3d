/** The Node of the product (decision 111): every place that names it names the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', ...path), 'utf8');

test('the packages of Node have one exact version, and everything else its major version', () => {
  const { optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'optionalDependencies' | 'devDependencies',
    Record<string, string>
  >;
  const packages = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(packages.map(([name]) => name.replace(/^node-(bin-)?/, '')).toSorted()).toEqual([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win-x64',
  ]);
  const [version, ...others] = new Set(packages.map(([, number]) => number));
  expect(others).toEqual([]);
  const [, major = ''] = /^(\d+)\.\d+\.\d+$/.exec(version!)!;
  expect(read('.nvmrc')).toBe(`${major}\n`);
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${major}\\.`));
  expect(read('scripts', 'build-server.mjs')).toContain(`target: 'node${major}'`);
  expect(read('scripts', 'run.mjs')).toContain(`const testedMajor = ${major};`);
  const doctor = read('server', 'cli', 'doctor.ts');
  expect(doctor).toContain(`; ${major} is needed`);
  expect(doctor).toContain(`major === ${major} ? '' : ', which is not what tests run on (${major})'`);
  expect(read('docs', 'running.md')).toContain(`installs Node ${major} and`);
});
