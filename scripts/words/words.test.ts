import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { type Catalogue, flatten, screenWordsOf, readCatalogue, readLanguages, wordsFolder } from './catalogues.ts';
import { catalogueProblems } from './check.ts';
import { compileCatalogue, compileMessage } from './compile.ts';
import { type Forms, formsOf } from './forms.ts';
import { compiledWords, partsOf } from './plugin.ts';
import { isUsedIn, readUsedPaths, usedPaths } from './usage.ts';
import { valueTypes, valueTypesFile } from './value-types.ts';

test('the catalogues of all languages are right', () => {
  const catalogues = new Map(readLanguages().map((language) => [language, readCatalogue(language)]));
  expect(catalogueProblems(catalogues, isUsedIn(readUsedPaths()))).toEqual([]);
});

test('a plus or minus before a value keeps its place in Arabic', () => {
  // Behind Arabic letters a sign without the mark is shown behind its digits: "10+".
  const unmarked = [...flatten(readCatalogue('ar'))].filter(([, message]) => /(?<!\u200e)[+\u2212-]\{/.test(message));
  expect(unmarked).toEqual([]);
});

// Behind one the noun has another form than behind two, three or eleven. Allowed are an amount of money, and a number behind its noun.
test.each([
  ['en', ['refusals.payment.nothing_to_refund.msg']],
  ['ar', ['refusals.payment.nothing_to_refund.msg', 'problems.file.max_above_options']],
])('no answer of the server has a noun behind seconds, tries, stamps or a count: %s', (language, allowed) => {
  const counting = [...flatten(readCatalogue(language)['errors']!)].filter(([, message]) =>
    /\{(?:seconds|left|stamps|count)\} \p{Letter}{2,}/u.test(message),
  );
  expect(counting.map(([path]) => path)).toEqual(allowed);
});

test('the types of what messages take are those of the catalogues', () => {
  expect(readFileSync(valueTypesFile, 'utf8')).toBe(valueTypes(screenWordsOf(readCatalogue('en'))));
});

test('each catalogue has the name of a domain', () => {
  const domains = new Set([...readdirSync(join(wordsFolder, '..', 'screens')), 'general', 'errors']);
  expect(Object.keys(readCatalogue('en')).filter((name) => !domains.has(name))).toEqual([]);
});

const english: Catalogue = {
  ordering: {
    title: 'Orders',
    moved: '#{number} is now {status}',
    count: '{count, plural, one {{count} order} other {{count} orders}}',
  },
};
const french: Catalogue = {
  ordering: {
    title: 'Commandes',
    moved: 'Le nº {number} est : {status}',
    count: '{count, plural, one {{count} commande} other {{count} commandes}}',
  },
};
const planted: [what: string, catalogues: Record<string, Catalogue>, problems: string[]][] = [
  ['nothing', { en: english, fr: french }, []],
  [
    'a message without an end',
    { en: { ordering: { ...english['ordering'], title: '{count' } } },
    ['en ordering.title: is no ICU message: EXPECT_ARGUMENT_CLOSING_BRACE'],
  ],
  [
    'a plural without other',
    { en: { ordering: { ...english['ordering'], title: '{count, plural, one {x}}' } } },
    ['en ordering.title: is no ICU message: MISSING_OTHER_CLAUSE'],
  ],
  [
    'a date',
    { en: { ordering: { ...english['ordering'], title: 'On {day, date}' } } },
    ['en ordering.title: is no ICU message: dates and times are formatted before they are passed in'],
  ],
  ['no text', { en: { ordering: { ...english['ordering'], title: ' ' } } }, ['en ordering.title: is empty']],
  [
    'a key with a dot',
    { en: { ordering: { ...english['ordering'], 'a.b': 'x' } } },
    ['en: the key "a.b" is not of letters, digits, dashes and single spaces'],
  ],
  [
    'a message that English lacks',
    { en: english, fr: { ordering: { ...french['ordering'], more: 'x' } } },
    ['fr ordering.more: English does not have it'],
  ],
  [
    'a missing message',
    { en: english, fr: { ordering: { title: 'Commandes', moved: '{number} {status}' } } },
    ['fr ordering.count: is missing'],
  ],
  [
    'another argument',
    { en: english, fr: { ordering: { ...french['ordering'], moved: 'Le nº {nummer}' } } },
    ['fr ordering.moved: takes {nummer}, in English {number} {status}'],
  ],
  [
    'a plural that the language lacks',
    {
      en: english,
      fr: { ordering: { ...french['ordering'], count: '{count, plural, few {{count} x} other {{count} y}}' } },
    },
    ['fr ordering.count: fr has no plural "few", only one, many, other'],
  ],
  [
    'a message that nothing reads',
    { en: { ordering: { ...english['ordering'], old: 'Old' } } },
    ['en ordering.old: nothing reads it'],
  ],
];

test.each(planted)('finds %s', (_, catalogues, problems) => {
  const isUsed = (path: string) => path !== 'ordering.old';
  expect(catalogueProblems(new Map(Object.entries(catalogues)), isUsed)).toEqual(problems);
});

const sources: [what: string, code: string, used: string[]][] = [
  ['a property', 'f(words.ordering.title)', ['ordering.title']],
  [
    'a message that is called',
    'words.ordering.moved({ number, status: words.ordering.status.New })',
    ['ordering.status.New', 'ordering.moved'],
  ],
  ['a branch by a computed key', 'f(words.ordering.status[order.status])', ['ordering.status']],
  ['a branch by a key in quotes', "f(words.ordering.mode['dine-in'])", ['ordering.mode.dine-in']],
  ['a branch that is handed on', 'f({ ...words.menu.choice })', ['menu.choice']],
  [
    'another name',
    'const text = words.ordering.history; function F() { return <p title={text.title} />; }',
    ['ordering.history.title'],
  ],
  [
    'names of a pattern',
    'const { fields: names, title } = words.menu.check; f(names[x], title);',
    ['menu.check.fields', 'menu.check.title'],
  ],
  ['a name of something else', 'const text = words.general.form; const f = (text: string) => text.trim();', []],
  ['a branch that is exported', 'export const text = words.general.form;', ['general.form']],
  ['a default', 'export function f(label = words.general.form.save) {}', ['general.form.save']],
  ['a type', 'type Choice = typeof words.menu.choice;', []],
];

test.each(sources)('finds in a source %s', (_, code, used) => {
  const text = `import { words } from '../words/words.ts';\n${code}\n`;
  expect(usedPaths('source.tsx', text).toSorted()).toEqual(used.toSorted());
});

test('a path is used with the branch that it is on', () => {
  const isUsed = isUsedIn(new Set(['ordering.status', 'ordering.title']));
  expect(['ordering.status.New', 'ordering.title', 'ordering.titles', 'ordering'].map(isUsed)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

type Values = Record<string, string | number>;
/** The code of a catalogue, run. */
async function run(code: string, language: string): Promise<Record<string, Record<string, unknown>>> {
  const module = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    catalogue: (forms: Forms) => Record<string, Record<string, unknown>>;
  };
  return module.catalogue(formsOf(language));
}

const messages: [language: string, message: string, values: Values | null, text: string][] = [
  ['en', 'Orders', null, 'Orders'],
  ['en', "The outlet's own `x` $'{y}' <b>", null, "The outlet's own `x` ${y} <b>"],
  ['en', "`{name}` $'{y}' \\ <b>", { name: 'x' }, '`x` ${y} \\ <b>'],
  ['en', "'{'not an argument'}'", null, '{not an argument}'],
  ['en', '#{number} is `now` {status}', { number: 1234, status: 'Ready' }, '#1234 is `now` Ready'],
  ['en', 'In all {count, number}', { count: 1234 }, 'In all 1,234'],
  ['en', '{n, plural, =0 {none} one {# order} other {# orders}}', { n: 0 }, 'none'],
  ['en', '{n, plural, =0 {none} one {# order} other {# orders}}', { n: 1 }, '1 order'],
  ['en', '{n, plural, =0 {none} one {# order} other {# orders}}', { n: 1234 }, '1,234 orders'],
  ['en', '{n, plural, one {{n} order} other {{n} orders}}', { n: 1234 }, '1234 orders'],
  [
    'en',
    '{n, plural, offset:1 =0 {nobody} one {you and # other} other {you and # others}}',
    { n: 3 },
    'you and 2 others',
  ],
  ['en', '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 }, '22nd'],
  ['en', '{role, select, owner {its owner} other {a member of {place}}}', { role: 'owner', place: 'x' }, 'its owner'],
  [
    'en',
    '{role, select, owner {its owner} other {a member of {place}}}',
    { role: 'toString', place: 'x' },
    'a member of x',
  ],
  ['ar', '{n, plural, two {طلبان} few {{n} طلبات} other {{n} طلب}}', { n: 2 }, 'طلبان'],
  ['ar', '{n, plural, two {طلبان} few {{n} طلبات} other {{n} طلب}}', { n: 7 }, '7 طلبات'],
  ['ar', 'الطلب #{number}', { number: 12 }, 'الطلب #12'],
  ['ar', 'رآه {name}، {time}', { name: 'Anna (bar)', time: '19:05' }, 'رآه \u2068Anna (bar)\u2069، 19:05'],
];

test.each(messages)('compiles for %s: %s with %j', async (language, message, values, text) => {
  const compiled = await run(compileCatalogue({ general: { message } }, language === 'ar'), language);
  const { message: made } = compiled['general']!;
  expect(values === null ? made : (made as (values: Values) => string)(values)).toBe(text);
});

test('a message without arguments is compiled to a text', () => {
  expect(compileMessage("It's '{x}'")).toBe(JSON.stringify("It's {x}"));
});

test.each([
  ['a message in no branch', ['ordering.title'], ['ordering']],
  ['a message of a branch', ['ordering.history.title'], ['ordering.history']],
  ['a branch', ['ordering.history'], ['ordering.history']],
  ['one part twice', ['ordering.title', 'ordering.count'], ['ordering']],
  ['a whole domain', ['ordering'], ['ordering', 'ordering.history']],
  ['everything', [''], ['general.form', 'ordering', 'ordering.history']],
  ['no word', ['locale'], []],
])('%s is in these parts', (_, paths, parts) => {
  const branched = { ordering: { ...english['ordering'], history: { title: 'x' } }, general: { form: { save: 'y' } } };
  expect(partsOf(paths, branched)).toEqual(parts);
});

test('another language is a folder and a chunk of its own; a module has the words of English that it reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const answers = { en: { order: { late: 'Too late' } }, fr: { order: { late: 'Trop tard' } }, ar: {} };
  for (const [language, { ordering }] of [
    ['en', english],
    ['fr', french],
    ['ar', french],
  ] as const) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, 'ordering.json'), JSON.stringify(ordering));
    writeFileSync(join(folder, language, 'menu.json'), JSON.stringify({ check: { title: 'Seldom read' } }));
    writeFileSync(join(folder, language, 'errors.json'), JSON.stringify(answers[language]));
  }
  writeFileSync(join(folder, 'words.ts'), `export { english as words } from 'virtual:words';`);
  const code = `import { words } from './words.ts'; export const moved = words.ordering.moved;`;
  writeFileSync(
    join(folder, 'entry.ts'),
    `export { answers, directions, otherLanguages } from 'virtual:words';\n${code}`,
  );
  expect(readLanguages(folder)).toEqual(['en', 'ar', 'fr']);

  const logLevel = 'silent';
  const lib = { entry: 'entry.ts', formats: ['es' as const], fileName: () => 'entry.mjs' };
  await build({ configFile: false, logLevel, root: folder, plugins: [compiledWords(folder)], build: { lib } });
  const entry = join(folder, 'dist', 'entry.mjs');
  expect(readFileSync(entry, 'utf8')).not.toMatch(/Commandes|Seldom read/);
  const built = (await import(/* @vite-ignore */ entry)) as BuiltWords;
  const { answers: answersOf, directions, moved, otherLanguages } = built;
  expect(directions).toEqual({ en: 'ltr', ar: 'rtl', fr: 'ltr' });
  expect(Object.keys(otherLanguages)).toEqual(['ar', 'fr']);
  expect(moved({ number: 5, status: 'Ready' })).toBe('#5 is now Ready');
  const { ordering: commandes } = await otherLanguages.fr();
  expect(commandes.title).toBe('Commandes');
  expect(commandes.moved({ number: 5, status: 'Prête' })).toBe('Le nº 5 est : Prête');
  expect([0, 1, 2].map((count) => commandes.count({ count }))).toEqual(['0 commande', '1 commande', '2 commandes']);
  expect([await answersOf.en(), await answersOf.fr()]).toEqual([answers.en, answers.fr]);
});

interface BuiltOrdering {
  ordering: { title: string; moved: (values: Values) => string; count: (values: Values) => string };
}
interface BuiltWords {
  moved: BuiltOrdering['ordering']['moved'];
  directions: Record<string, string>;
  otherLanguages: { fr: () => Promise<BuiltOrdering> };
  answers: Record<'en' | 'fr', () => Promise<unknown>>;
}

test('the values of messages are typed', () => {
  expect(
    valueTypes({
      ordering: { title: 'Orders', sent: '{count, plural, other {{count} to {name}}} {way, select, other {}}' },
    }),
  ).toContain("  'ordering.sent': { count: number; name: Text; way: string };\n}");
});

test.each([
  ['Marina', true],
  ['2026-11-17', true],
  ['+971501234567', true],
  ['17/11', true],
  ['المارينا', false],
  ['#12', false],
  ['44.10', false],
])('%j in a sentence in Arabic is isolated: %j', (value, isIsolated) => {
  expect(formsOf('ar').isolate(value)).toBe(isIsolated ? `\u2068${value}\u2069` : value);
});
