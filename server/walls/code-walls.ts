/** Walls that hold anywhere in the repository: no unused export, nothing twice, route files that only bind. */
import { type SourceFile, isTest, resolveImport } from './architecture.ts';

const declaration = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Entrances: something outside the repository's sources imports from them. */
const entrances = new Set([
  'storefront/entry-server.tsx',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
]);

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
      .filter((name) => !names?.has(name))
      .map((name) => `${path}: nobody imports ${name}`);
  });
}

/** The imports of a file, by name; '*' for all of it, also where it is imported when the program runs. */
function namedImportsOf(file: SourceFile): { specifier: string; names: string[] }[] {
  const named = [...file.text.matchAll(/^\s*(?:import|export)\s([^'";]*?)\s*from\s*'([^']+)'/gm)].map(
    ([, what, specifier]) => ({
      specifier: specifier!,
      names: what!.includes('*') ? ['*'] : [...what!.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].map(([, name]) => name!),
    }),
  );
  const dynamic = [...file.text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, specifier]) => ({
    specifier: specifier!,
    names: ['*'],
  }));
  return [...named, ...dynamic];
}

function exportsOf(text: string): string[] {
  return [...text.matchAll(declaration)].map(([, name]) => name!);
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

/** Types of the contract that exist once, there. */
const contractTypes = ['Mode', 'Role', 'Translations', 'OrderAddress'];

export function repeatedTypes(files: readonly SourceFile[]): string[] {
  return contractTypes.flatMap((type) => {
    const places = files
      .filter(({ text }) => new RegExp(`^(?:export )?(?:type|interface) ${type}\\b`, 'm').test(text))
      .map(({ path }) => path);
    return places.length === 1 && places[0]!.startsWith('contract/')
      ? []
      : [`${type} is declared in ${places.length === 0 ? 'no file' : places.join(' and ')}`];
  });
}

/** Route files that do more than bind: they know the query builder, or decide something in a handler. */
export function busyRoutes(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^server\/modules\/.*routes\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) => [
      ...(/from 'kysely'/.test(text) ? [`${path} knows the query builder`] : []),
      ...(/\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text) ? [`${path} reads or writes a table`] : []),
      ...(/^\s+(?:if|for|while|switch|try)\b/m.test(text) ? [`${path} decides something`] : []),
      ...(/\bthrow\b/.test(text) ? [`${path} refuses something`] : []),
    ]);
}
