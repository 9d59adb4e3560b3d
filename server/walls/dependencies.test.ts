/** Every direct dependency has its reason in docs/dependencies.md, and no reason is left of one that has gone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8');
const listed = [...page.matchAll(/^\| (`.+`) \|/gm)].flatMap(([, cell]) =>
  [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
);
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
/** Types come with the package that they describe. */
const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
  (name) => !name.startsWith('@types/'),
);

const names = (row: string, name: string) => (row.endsWith('*') ? name.startsWith(row.slice(0, -1)) : row === name);

test('each direct dependency has a row with its reason, and each row its dependency', () => {
  expect(direct.length).toBeGreaterThan(50);
  expect(direct.filter((name) => !listed.some((row) => names(row, name)))).toEqual([]);
  expect(listed.filter((row) => !direct.some((name) => names(row, name)))).toEqual([]);
});
