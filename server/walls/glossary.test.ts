import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceFile } from './architecture.ts';
import { readSources } from './read-sources.ts';

const glossary = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'glossary.md'), 'utf8');

/** Retired words, as the second table of the glossary lists them. */
const retired = tableAfter('## Retired words').map(([word]) => word!);

/** Names in which a retired word means something else, each with that meaning. */
const otherMeanings: Record<string, string> = {
  roundTheClock: 'open day and night',
  roundBaklava: 'a shape',
  roundAmountText: 'an amount without decimals',
  mediaTypesOf: 'MIME types',
  chosenMediaType: 'a MIME type',
};

function tableAfter(heading: string): string[][] {
  const rows = glossary.slice(glossary.indexOf(heading)).matchAll(/^\| (.+) \|$/gm);
  return [...rows].map(([, row]) => row!.split(' | ')).slice(2);
}

/** File names and exported names with a retired word in them, one sentence each. */
function retiredNames({ path, text }: SourceFile): string[] {
  const exported = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm)];
  const names = exported.map(([, name]) => name!).filter((name) => !Object.hasOwn(otherMeanings, name));
  return [
    ...found(path.replace(/\.\w+$/, '')).map((word) => `${path}: "${word}" is retired`),
    ...names.flatMap((name) => found(name).map((word) => `${path}: ${name} has the retired word "${word}"`)),
  ];
}

function found(name: string): string[] {
  const words = `-${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[/.]/g, '-')
    .toLowerCase()}-`;
  return retired.filter((word) => words.includes(`-${word}-`) || words.includes(`-${word}s-`));
}

test('no file and no exported name has a retired word', () => {
  expect(retired).toContain('takeout');
  expect(readSources().flatMap(retiredNames)).toEqual([]);
});

test('every word of the glossary stands once, with its room', () => {
  const rows = tableAfter('# Glossary').slice(0, -retired.length - 2);
  const words = rows.map(([word]) => word);
  expect(words.length).toBeGreaterThan(60);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  expect(rows.filter(([, meaning, room]) => !meaning || !room)).toEqual([]);
});

test.each([
  ['server/modules/takeout/x.ts', '', 'server/modules/takeout/x.ts: "takeout" is retired'],
  ['server/x.ts', 'export const seatKey = 1;', 'server/x.ts: seatKey has the retired word "seat"'],
  ['server/x.ts', 'export interface LadderSteps {}', 'server/x.ts: LadderSteps has the retired word "ladder"'],
])('%s with %j', (path, text, problem) => {
  expect(retiredNames({ path, text })).toEqual([problem]);
});

test('words that only contain a retired one are fine', () => {
  expect(retiredNames({ path: 'server/around.ts', text: 'export const roundTrip = 1; const seat = 2;' })).toEqual([
    'server/around.ts: roundTrip has the retired word "round"',
  ]);
  expect(retiredNames({ path: 'server/around.ts', text: 'export const background = 1; const seat = 2;' })).toEqual([]);
});
