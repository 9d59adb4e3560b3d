/**
 * The walls between the modules of the server: their order, their doors, and who writes which table. Sources:
 * `domains.ts` and `table-writers.ts`.
 */
import { type SourceFile, importsOf, isTest, resolveImport } from './architecture.ts';
import { modules } from './domains.ts';
import type { Module } from './module.ts';
import { computedWrites, plumbingTables, writersBeside } from './table-writers.ts';

const home = 'server/modules/';

/** The violations of the walls between modules, one sentence each. */
export function moduleViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...homeless(file),
    ...forbiddenImports(file),
    ...forbiddenWrites(file),
    ...unseenWrites(file),
  ]);
}

/** Doors that no other domain uses, tables that nobody writes and exceptions that nobody needs: the table says too much. */
export function staleEntries(files: readonly SourceFile[]): string[] {
  const product = files.filter(({ path }) => path.startsWith('server/') && !isTest(path));
  // Benchmarks enter by the doors as the server does.
  const entering = [...product, ...files.filter(({ path }) => path.startsWith('benchmarks/'))];
  const used = new Set(
    entering.flatMap((file) =>
      importsOf(file).flatMap(({ specifier }) => {
        const target = resolveImport(file.path, specifier);
        return target === null || domainOf(target) === domainOf(file.path) ? [] : [target];
      }),
    ),
  );
  const written = product.flatMap((file) => writesOf(file).map((table) => ({ table, path: file.path })));
  const tables = new Set(written.map(({ table }) => table));
  return [
    ...modules.flatMap(({ folder, doors }) =>
      doors
        .filter((door) => !used.has(`${home}${folder}/${door}.ts`))
        .map((door) => `${folder}: no other domain uses the door ${door}`),
    ),
    ...[...modules.flatMap((module) => module.tables), ...Object.keys(plumbingTables)]
      .filter((table) => !tables.has(table))
      .map((table) => `nobody writes the table ${table}`),
    ...writersBeside
      .filter(
        (beside) =>
          !written.some(({ table, path }) => [table, '*'].includes(beside.table) && isWithin(path, beside.path)),
      )
      .map(({ table, path }) => `${path} does not write ${table}: the exception can go`),
    ...Object.keys(computedWrites)
      .filter((path) => !product.some((file) => file.path === path && computesTable(file)))
      .map((path) => `${path} computes the name of no table: the exception can go`),
  ];
}

/** The module that a file is part of; null outside the modules. */
function moduleOf(path: string): Module | null {
  if (!path.startsWith(home)) return null;
  const containing = modules.filter(({ folder }) => path.startsWith(`${home}${folder}/`));
  return containing.toSorted((one, other) => other.folder.length - one.folder.length)[0] ?? null;
}

function domainOf(path: string): string | null {
  return path.startsWith(home) ? path.slice(home.length).split('/')[0]! : null;
}

function homeless({ path }: SourceFile): string[] {
  return path.startsWith(home) && moduleOf(path) === null ? [`${path}: its module has no place in domains.ts`] : [];
}

function forbiddenImports(file: SourceFile): string[] {
  if (isTest(file.path)) return [];
  const own = moduleOf(file.path);
  return importsOf(file).flatMap(({ specifier }) => {
    const target = resolveImport(file.path, specifier);
    const other = target === null ? null : moduleOf(target);
    if (target === null || other === null || other === own) return [];
    const problems = [];
    if (own !== null && modules.indexOf(own) > modules.indexOf(other)) {
      problems.push(`${other.folder} is above ${own.folder}`);
    }
    if (domainOf(file.path) !== domainOf(target) && !isDoor(other, target)) {
      problems.push(`it is no door of ${other.folder}`);
    }
    return problems.map((problem) => `${file.path} imports ${specifier}: ${problem}`);
  });
}

function isDoor({ folder, doors }: Module, path: string): boolean {
  return path.endsWith('/routes.ts') || doors.some((door) => path === `${home}${folder}/${door}.ts`);
}

function forbiddenWrites(file: SourceFile): string[] {
  const { path } = file;
  if (!path.startsWith('server/') || isTest(path)) return [];
  return [...new Set(writesOf(file))].flatMap((table) => {
    const owner = modules.find(({ tables }) => tables.includes(table));
    const room = plumbingTables[table];
    if (owner === undefined && room === undefined) return [`${path} writes ${table}, which nobody owns`];
    if (owner === undefined ? isWithin(path, `${room}/`) : domainOf(path) === domainOf(`${home}${owner.folder}/`))
      return [];
    if (writersBeside.some((beside) => [table, '*'].includes(beside.table) && isWithin(path, beside.path))) return [];
    return [`${path} writes ${table}, which is ${owner?.folder ?? room}'s`];
  });
}

/** Writes whose table nobody can read off the code. */
function unseenWrites(file: SourceFile): string[] {
  const { path } = file;
  const isProduct = path.startsWith('server/') && !isTest(path);
  return isProduct && computesTable(file) && !Object.hasOwn(computedWrites, path)
    ? [`${path} computes the name of a table that it writes`]
    : [];
}

function computesTable(file: SourceFile): boolean {
  return /\b(?:insert into|merge into|delete from|truncate|update)\s+(?:only\s+)?\$\{|\.(?:insertInto|mergeInto|replaceInto|updateTable|deleteFrom)\(\s*[a-z]/i.test(
    sqlOf(file),
  );
}

function isWithin(path: string, place: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place;
}

/**
 * Names of tables that a file inserts into, updates, merges into or deletes from: by the query builder, in SQL of any
 * spelling, or through `deletion.ts`.
 */
function writesOf(file: SourceFile): string[] {
  const patterns = [
    /\b(?:insertInto|mergeInto|replaceInto|updateTable|deleteFrom)\(\s*\[?\s*['"`]([a-z_]+)\b/g,
    /\b(?:insert into|merge into|delete from|truncate(?: table)?)\s+(?:only\s+)?([a-z_]+)\b/gi,
    /\bupdate\s+(?:only\s+)?([a-z_]+)\s+(?:as\s+\w+\s+|\w+\s+)?set\b/gi,
    /\bmark(?:All)?(?:Deleted|Restored)\([^)]*'([a-z_]+)'/g,
    /\breplaceLinks\([^)]*'([a-z_]+)'/g,
  ];
  return patterns.flatMap((pattern) => [...sqlOf(file).matchAll(pattern)].map(([, table]) => table!));
}

/** The code without its comments; names of tables stand in it without quotes of SQL, schema, or `sql.table`. */
function sqlOf({ text }: SourceFile): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/\$\{sql\.(?:table|ref|id)\(['"`]([a-z_]+)['"`]\)\}|\bpublic\.(?=["a-z_])/g, '$1')
    .replaceAll(/"([a-z_]+)"/g, '$1');
}
