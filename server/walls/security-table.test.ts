/** The table of requirements in docs/security.md: complete, each with its evidence, and every test that it names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

const rows = [...page.matchAll(/^\| (\d+)\.(\d+)\.(\d+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, chapter, section, number, level, , evidence]) => ({
    requirement: `${chapter}.${section}.${number}`,
    place: Number(chapter) * 10_000 + Number(section) * 100 + Number(number),
    level,
    evidence: evidence!,
  }),
);
const pathsIn = (text: string) => [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, path]) => path!);
const isTested = (evidence: string) => evidence.startsWith('`');
const countOf = (state: RegExp) => rows.filter(({ evidence }) => state.test(evidence)).length;

test('all requirements of levels 1 and 2 are there once, in order', () => {
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
  expect(rows.map(({ place }) => place)).toEqual(
    [...new Set(rows.map(({ place }) => place))].toSorted((one, other) => one - other),
  );
});

test('each is tested, documented, open, or does not apply', () => {
  const without = rows.filter(
    ({ evidence }) =>
      !/^(Documented|Does not apply|Open|Open on purpose): /.test(evidence) &&
      !(isTested(evidence) && pathsIn(evidence).length === evidence.split(', ').length),
  );
  expect(without).toEqual([]);
});

test('every test that the page names exists', () => {
  const paths = [...new Set(pathsIn(page))];
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the page counts its rows right', () => {
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `${countOf(/^`/)} are tested, ${countOf(/^Documented/)} documented, ${countOf(/^Does not apply/)} do not apply, ` +
      `${countOf(/^Open/)} are open`,
  );
});
