/** Walls that hold anywhere in the repository: no unused export, nothing twice, route files that only bind. */
import { type SourceFile, isTest, resolveImport } from './architecture.ts';

const declaration =
  /^export (?:declare |abstract |async )*(?:function\*?|const enum|const|let|class|interface|type|enum|namespace) (\w+)/gm;
/** `export { a, b as c };` and `export const { a, b } = x`. */
const listed = /^export (?:type )?(?:(?:const|let) )?[{[]([^}\]]*)[}\]](?!\s*from)/gm;

/** Entrances: something outside the repository's sources imports from them. */
const entrances = new Set([
  'storefront/entry-server.tsx',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
]);

/** Lists of endpoints use files that they import whole for the endpoints alone, not for types and what endpoints are made of. */
const listsEndpoints = /^contract\/.*api\.ts$/;

/** Exported names that no other file imports. */
export function unusedExports(files: readonly SourceFile[]): string[] {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { specifier, names } of namedImportsOf(file)) {
      const target = resolveImport(file.path, specifier);
      if (target !== null) used.set(target, new Set([...(used.get(target) ?? []), ...names]));
    }
  }
  return files.flatMap(({ path, text }) => {
    const names = used.get(path);
    if (entrances.has(path) || names?.has('*')) return [];
    return exportsOf(text)
      .filter((name) => !names?.has(name) && !(names?.has('endpoints') && isEndpoint(name, text)))
      .map((name) => `${path}: nobody imports ${name}`);
  });
}

/** Whether a function of the contract makes it, as `endpoint(` does; schemas are made by methods. */
function isEndpoint(name: string, text: string): boolean {
  return new RegExp(String.raw`^export const ${name} = \w+(?:<\w+>)?\(`, 'm').test(text);
}

/** The imports of a file, by name; '*' for all of it, also where it is imported when the program runs. */
function namedImportsOf(file: SourceFile): { specifier: string; names: string[] }[] {
  const named = [...file.text.matchAll(/^\s*(?:import|export)\s([^'";]*?)\s*from\s*'([^']+)'/gm)].map(
    ([, what, specifier]) => ({
      specifier: specifier!,
      names: what!.includes('*')
        ? [listsEndpoints.test(file.path) ? 'endpoints' : '*']
        : [...what!.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].map(([, name]) => name!),
    }),
  );
  const dynamic = [...file.text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, specifier]) => ({
    specifier: specifier!,
    names: ['*'],
  }));
  return [...named, ...dynamic];
}

function exportsOf(text: string): string[] {
  const inLists = [...text.matchAll(listed)].flatMap(([, names]) =>
    names!.split(',').flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? []),
  );
  return [...[...text.matchAll(declaration)].map(([, name]) => name!), ...inLists];
}

/** Files with the same text as another one. */
export function repeatedFiles(files: readonly SourceFile[]): string[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, text }) => {
    const known = first.get(text.trim());
    if (known === undefined) first.set(text.trim(), path);
    return known === undefined || text.trim() === '' ? [] : [`${path} is a copy of ${known}`];
  });
}

/** Names of the contract's types that are something else in another file, each with that meaning. */
const otherMeanings: Readonly<Record<string, string>> = {
  'server/http/answers/shelf.ts Place': 'of an answer on the shelf',
  'server/modules/accounts/queries.ts User': 'the row',
  'server/modules/accounts/sessions/device.ts Device': 'where a session is, for its owner',
  'server/modules/accounts/sign-in/sign-in.ts Client': 'where a sign-in comes from',
  'server/modules/customers/queries.ts Customer': 'the row',
  'server/modules/menu/import/current-menu.ts Category': 'the row that an import compares with',
  'server/modules/menu/import/current-menu.ts Item': 'the row that an import compares with',
  'server/modules/menu/import/decide-categories.ts Place': 'of a category in its menu',
  'server/modules/menu/import/plan.ts Bounds': 'in the file',
  'server/modules/menu/modifier-lists/queries.ts Item': 'the row of a list',
  'server/modules/reports/sum-sales.ts Figures': 'in minor units',
  'server/modules/restaurants/offboarding/close-restaurant.ts Confirmation': 'typed by the owner',
  'contract/menu/menu-check.ts Finding': 'on the wire',
  'storefront/basket/stored-basket.ts OrderingMode': 'as the API spells it',
  'storefront/state/menu.ts Menu': 'the catalogue, by ids',
  'storefront/state/place.ts Place': 'where and how a guest orders',
  'storefront/state/session.ts Session': 'in the browser',
  'storefront/words/ar-errors.ts Details': 'not checked yet',
  'dashboard/api/session.ts Session': 'in the browser',
  'dashboard/components/list/list-table.tsx Selection': 'of rows',
  'dashboard/screens/dining/use-arrange.ts Order': 'of tables',
  'dashboard/screens/outlets/address/country-outlines.ts Bounds': 'of a map',
  'dashboard/words/words.ts Catalogue': 'of words',
  'scripts/words/catalogues.ts Catalogue': 'of words',
};

/** Types that are declared again beside the contract's, outside tests, and meanings that nobody needs any more. */
export function repeatedTypes(files: readonly SourceFile[]): string[] {
  const declared = files
    .filter(({ path }) => !/\.test\.tsx?$|^(?:server\/(?:test|faults)|e2e|benchmarks)\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(export )?(?:type|interface|enum) (\w+)/gm)].map(([, isExported, name]) => ({
        path,
        name: name!,
        isContract: path.startsWith('contract/') && isExported !== undefined,
      })),
    );
  const ofContract = new Map(
    declared.filter(({ isContract }) => isContract).map(({ name, path }) => [name, path] as const),
  );
  const again = declared.filter(({ name, path }) => ofContract.has(name) && ofContract.get(name) !== path);
  const found = new Set(again.map(({ name, path }) => `${path} ${name}`));
  return [
    ...again
      .filter(({ name, path }) => !Object.hasOwn(otherMeanings, `${path} ${name}`))
      .map(({ name, path }) => `${path} declares ${name}, which ${ofContract.get(name)!} has`),
    ...Object.keys(otherMeanings)
      .filter((one) => !found.has(one) && files.some(({ path }) => one.startsWith(`${path} `)))
      .map((one) => `${one} is not declared beside the contract's: the meaning can go`),
  ];
}

/** Words of the specification for which the house has better ones. */
const wireWord = /\b(?:InActiveOutletIds|modifierList|ModifierList(?=\??:))(?!\w)/;

/** Files of modules, other than `wire.ts`, that know a word of the specification. */
export function wireWords(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/modules/') && !path.endsWith('/wire.ts') && !isTest(path))
    .flatMap(({ path, text }) => {
      const word = wireWord.exec(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))?.[0];
      return word === undefined ? [] : [`${path} has ${word}, a word of the wire; wire.ts translates it`];
    });
}

/** Statements, conditions, choices between two calls, and lists that are made shorter or put in order. */
const decides = [
  /^\s+(?:\} else )?(?:if|for|while|switch|try)\b/m,
  /&&|\|\|/,
  /\?\s+(?:await )?(?!confirmationOf\b)[\w.]+\(/,
  /\.(?:filter|reduce|some|every|find|forEach|sort|toSorted)\(/,
];

/** Route files that do more than bind: they know the query builder, or decide something in a handler, other than a code. */
export function busyRoutes(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^server\/modules\/.*routes\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) => [
      ...(/from 'kysely'/.test(text) ? [`${path} knows the query builder`] : []),
      ...(/\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text) ? [`${path} reads or writes a table`] : []),
      ...(decides.some((pattern) => pattern.test(text)) ? [`${path} decides something`] : []),
      ...(/\bthrow\b/.test(text) ? [`${path} refuses something`] : []),
    ]);
}
