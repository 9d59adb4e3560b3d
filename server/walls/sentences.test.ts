import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errors } from '#contract/base/errors.ts';
import { fieldProblems } from '#contract/base/field-problems.ts';
import { successText } from '#contract/base/success-text.ts';
import { readSources } from './read-sources.ts';
import { sentencesIn, unusedCodes, wordFiles } from './sentences.ts';

const sources = readSources();

test('the server and the schemas answer codes', () => {
  expect(sources.flatMap(sentencesIn)).toEqual([]);
});

test('the files of words are there', () => {
  expect(wordFiles.filter((path) => !sources.some((source) => source.path === path))).toEqual([]);
});

test('every code is used', () => {
  expect(unusedCodes(Object.keys({ ...errors, ...fieldProblems, ...successText }), sources)).toEqual([]);
});

/** The words of Order Manager, one folder per language. */
const wordsFolder = join(import.meta.dirname, '..', '..', 'dashboard', 'words');
const languages = readdirSync(wordsFolder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
type Tree = { [part: string]: Tree | string };
/** By the whole codes: the files have a level for each part of a code. */
function wordsOf(language: string) {
  const file = JSON.parse(readFileSync(join(wordsFolder, language, 'errors.json'), 'utf8')) as Record<string, Tree>;
  const flat = (tree: Tree | undefined) => new Map(leaves(tree ?? {}, ''));
  const names = [...flat(file['refusals'])].filter(([path]) => path.endsWith('.name'));
  return {
    refusals: Object.fromEntries(
      names.map(([path, name]) => {
        const code = path.slice(0, -'.name'.length);
        return [code, { name, msg: flat(file['refusals']).get(`${code}.msg`) }];
      }),
    ),
    problems: Object.fromEntries(flat(file['problems'])),
    confirmations: Object.fromEntries(flat(file['confirmations'])),
  };
}

function leaves(tree: Tree, prefix: string): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : leaves(value, `${prefix}${key}.`),
  );
}

test.each(languages)('every code has words in Order Manager, and no other has: %s', (language) => {
  const { refusals, problems, confirmations } = wordsOf(language);
  expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(errors).toSorted());
  expect(Object.keys(problems).toSorted()).toEqual(Object.keys(fieldProblems).toSorted());
  expect(Object.keys(confirmations).toSorted()).toEqual(Object.keys(successText).toSorted());
});

test('the English of Order Manager is that of the wire', () => {
  const { refusals, problems, confirmations } = wordsOf('en');
  // A choice of words and a formatted number are arguments on the wire; an apostrophe before a brace is written twice.
  const plain = (message: string) =>
    message
      .replaceAll(/\{(\w+), number\}/g, '{$1}')
      .replaceAll(/\{(\w+), select, (?:\w+ \{[^{}]*\} ?)+\}/g, '{$1}')
      .replaceAll("''", "'");
  const plainly = (messages: Record<string, string>) =>
    Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, plain(message)]));
  const wire = Object.entries(errors).map(([code, { name, msg }]) => [code, { name, msg }] as const);
  expect(refusals).toEqual(Object.fromEntries(wire));
  expect(plainly(problems)).toEqual(fieldProblems);
  expect(plainly(confirmations)).toEqual(successText);
});

const operation = 'server/modules/outlets/outlet-name.ts';
const planted: [path: string, text: string, isFound: boolean][] = [
  [operation, `throw new Refusal('outlet.name_taken', undefined, { name: 'Another outlet has this name' });`, true],
  [operation, `throw new Refusal(\n  'request.invalid',\n  undefined,\n  { name: "It's taken already" },\n);`, true],
  [operation, 'throw new Refusal("request.invalid", undefined, { price: `Use at most ${digits} decimals` });', true],
  [operation, 'throw new Refusal("request.invalid", undefined, { startsOn: `${reason} is on these days` });', true],
  [operation, `return { success: true, msg: 'The record is successfully updated' };`, true],
  [operation, `const msg = isNew ? 'Your record was added' : 'The record was changed';`, true],
  ['server/http/requests/json-body.ts', `throw invalid('The text is not UTF-8');`, true],
  ['contract/outlets/outlets.ts', `const name = line(100).refine(hasLetters, 'Use a name with letters');`, true],
  ['contract/outlets/outlets.ts', `context.addIssue({ code: 'custom', message: 'This field is required' });`, true],
  [operation, `throw new Refusal('outlet.name_taken', undefined, { name: fieldProblem('outlet.name_taken') });`, false],
  [operation, `return { outlet, ...confirmationOf('outlet.updated') };`, false],
  [operation, `throw new Error('The outlet has no row for the mode');`, false],
  [operation, `/** Confirms with msg: 'The record was saved'. */\nexport const name = 'outlet';`, false],
  ['contract/base/success-text.ts', `export const msg = 'The record is successfully updated';`, false],
  [operation, 'const sentence = `${code} is your code for ${name}. It is good for 5 minutes.`;', true],
  ['server/modules/customers/words.ts', 'const sentence = `${code} is your code for ${name}. It is good.`;', false],
  ['server/modules/staff/mails.ts', `return { subject: 'Choose a new password' };`, false],
];

test.each(planted)('%s with %j', (path, text, isFound) => {
  expect(sentencesIn({ path, text }).length > 0).toBe(isFound);
});

test('a code that nothing names is found, and one that is put together is not', () => {
  const files = [
    {
      path: operation,
      text: "throw refuse('outlet.name_taken'); const code = `record.${change}`; f(`${type}.created`);",
    },
    { path: 'contract/base/field-problems.ts', text: "'outlet.never': ''" },
    { path: 'server/modules/outlets/outlet-name.test.ts', text: "'outlet.tested'" },
  ];
  const codes = ['outlet.name_taken', 'record.linked', 'item.created', 'outlet.never', 'outlet.tested'];
  expect(unusedCodes(codes, files)).toEqual(['outlet.never', 'outlet.tested']);
});
