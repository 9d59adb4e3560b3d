/**
 * The rules of the house that a machine can keep: who may import whom, names, sizes. Source of the rules: docs/architecture.md.
 * What is forbidden here is forbidden to every file, also to those that come later; an exception stands here with its reason.
 */
import { posix } from 'node:path';
import { packages, testPackages } from './allowed-packages.ts';

export interface SourceFile {
  /** From the root of the repository: 'server/http/mount.ts'. */
  path: string;
  text: string;
}

export interface Import {
  /** As written: '#contract/base/money.ts', './wire.ts', 'pg', 'node:fs'. */
  specifier: string;
  /** Gone when the program runs. */
  isTypeOnly: boolean;
}

/** Who may enter whom. A room is a folder; the deepest one that is listed counts. Every file may import from its own room. */
const rooms: Record<string, readonly string[]> = {
  contract: [],
  'server/db': ['contract', 'server/base'],
  'server/events': ['contract', 'server/base', 'server/db'],
  'server/http': ['contract', 'server/base', 'server/db'],
  'server/rate-limits': ['contract', 'server/base', 'server/db'],
  'server/modules': ['contract', 'server/base', 'server/db', 'server/events', 'server/http', 'server/rate-limits'],
  'server/db/seed': ['contract', 'server/base', 'server/db', 'server/events', 'server/modules'],
  'server/cli': [
    'contract',
    'server/base',
    'server/db',
    'server/db/seed',
    'server/events',
    'server/http',
    'server/modules',
  ],
  'server/test': ['contract', 'server', 'server/base', 'server/db', 'server/events', 'server/http', 'server/modules'],
  'server/faults': ['contract', 'server/base', 'server/db', 'server/test'],
  server: [
    'contract',
    'server/base',
    'server/cli',
    'server/db',
    'server/db/seed',
    'server/events',
    'server/http',
    'server/modules',
    'server/rate-limits',
  ],
  storefront: ['contract', 'storefront/words'],
  // The words of the guest's site: journeys in two languages read what is on a button here.
  'storefront/words': ['contract', 'storefront'],
  dashboard: ['contract'],
  e2e: [
    'contract',
    'server',
    'server/base',
    'server/db',
    'server/db/seed',
    'server/http',
    'server/modules',
    'server/test',
    'scripts',
    'storefront/words',
  ],
  benchmarks: [
    'contract',
    'server',
    'server/base',
    'server/db',
    'server/db/seed',
    'server/http',
    'server/modules',
    'server/test',
    'scripts',
  ],
  scripts: [],
  docs: [],
};

/** Files of `server/` that know no other part of it, except as a type. */
const base = new Set(
  ['config.ts', 'deps.ts', 'log.ts', 'recently-used.ts', 'same-bytes.ts'].map((name) => `server/${name}`),
);

/** Modules from above: each may import those after it. A new module is put in its place here. */
export const modulesFromAbove = [
  'platform',
  'restaurants/data-export',
  'restaurants/offboarding',
  'customers/privacy',
  'kitchen/live',
  'kitchen/escalation',
  'printing',
  'reports',
  'restaurants/settings',
  'kitchen/bumps',
  'ordering',
  'kitchen/devices',
  'menu/import',
  'menu/catalogue',
  'menu/inventory',
  'customers',
  'staff',
  'accounts',
  'outlets/geocoding',
  'outlets/clones',
  'menu/menus',
  'menu/categories',
  'menu/items',
  'menu/modifier-lists',
  'outlets/delivery-areas',
  'dining',
  'outlets',
  'restaurants',
  'restaurants/pictures',
  'outbound',
  'staff/audit-log',
];

/** Rooms that run in a browser: no Node, and none of the packages that only a server may carry, however deep. */
const browserRooms = ['storefront', 'dashboard'];
/** Both sides compute with it, so it knows neither Node nor React. */
const pureRooms = ['contract', ...browserRooms];

const junkNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'lib', 'shared', 'types', 'misc']);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs|css)$/;
const mostLines = 350;
const longFiles: Record<string, string> = {
  'server/db/schema.ts': 'one type for each table; it grows with the tables and is only looked things up in',
};

/** What each file does against the rules, one sentence each. */
export function violations(files: readonly SourceFile[]): string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  return files.flatMap((file) => [
    ...misnamed(file),
    ...tooLong(file),
    ...importsOf(file).flatMap(({ specifier, isTypeOnly }) => {
      const target = resolve(file.path, specifier);
      const problem =
        target === null ? packageProblem(file.path, specifier, isTypeOnly) : roomProblem(file.path, target);
      return problem === null ? [] : [`${file.path} imports ${specifier}: ${problem}`];
    }),
    ...outOfPlace(file),
    ...carriesZod(file, known),
  ]);
}

/** What a file imports and re-exports, also dynamically where the name is written out. */
export function importsOf({ text }: SourceFile): Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = [...code.matchAll(/^(?:import|export)\s+(type\s)?([^'";]*?)\s*from\s*'([^']+)'/gm)].map(
    ([, type, names, specifier]) => ({
      specifier: specifier!,
      isTypeOnly:
        type !== undefined || (names!.startsWith('{') && namesOf(names!).every((name) => name.startsWith('type '))),
    }),
  );
  const unnamed = [...code.matchAll(/^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)].map(([, one, other]) => ({
    specifier: (one ?? other)!,
    isTypeOnly: false,
  }));
  return [...named, ...unnamed];
}

function namesOf(braces: string): string[] {
  return braces
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The file that is meant, or null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return null;
}

function roomOf(path: string): string {
  if (base.has(path)) return 'server/base';
  const folders = path.split('/').slice(0, -1);
  for (let length = folders.length; length > 0; length--) {
    const room = folders.slice(0, length).join('/');
    if (Object.hasOwn(rooms, room)) return room;
  }
  return 'root';
}

function roomProblem(from: string, to: string): string | null {
  const [room, target] = [roomOf(from), roomOf(to)];
  const moduleIssue = moduleProblem(from, to);
  if (moduleIssue !== null) return moduleIssue;
  if (room === target || room === 'root' || (room === 'server/base' && from === 'server/deps.ts')) return null;
  if (isTest(from) && (target === 'server/test' || (room === 'server' && target.startsWith('server')))) return null;
  // A folder of the browser rooms may be tested with whatever the contract has; the server's tests live in the server.
  const allowed = room === 'server/base' ? ['contract'] : rooms[room]!;
  return allowed.includes(target) ? null : `${room} may not enter ${target}`;
}

function moduleOf(path: string): string | null {
  const folder = /^server\/modules\/(.+)\/[^/]+$/.exec(path)?.[1];
  if (folder === undefined) return null;
  const containing = modulesFromAbove.filter((name) => folder === name || folder.startsWith(`${name}/`));
  return containing.sort((one, other) => other.length - one.length)[0] ?? folder;
}

function moduleProblem(from: string, to: string): string | null {
  const [one, other] = [moduleOf(from), moduleOf(to)];
  for (const name of [one, other]) {
    if (name !== null && !modulesFromAbove.includes(name))
      return `the module ${name} has no place in the order of modules`;
  }
  if (one === null || other === null || one === other || isTest(from)) return null;
  return modulesFromAbove.indexOf(one) < modulesFromAbove.indexOf(other) ? null : `${other} is above ${one}`;
}

function packageProblem(from: string, specifier: string, isTypeOnly: boolean): string | null {
  if (specifier.startsWith('virtual:')) return null;
  const room = roomOf(from);
  if (specifier.startsWith('node:')) {
    return pureRooms.includes(room) && !isTest(from) && !isTypeOnly ? `${room} may not use Node` : null;
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (isTest(from) && testPackages.includes(name)) return null;
  if (name === 'fastify' && moduleOf(from) !== null) {
    return from.endsWith('/routes.ts') ? null : 'of a module only routes.ts may know the HTTP framework';
  }
  // Types cost a browser nothing.
  if (name === 'zod' && isTypeOnly) return null;
  const allowed = packages[name];
  if (allowed === undefined) return `${name} stands in no row of the table of packages`;
  const isServerTest = isTest(from) && from.startsWith('server/') && allowed.includes('server/test');
  const isAllowed = isServerTest || allowed.some((place) => room === place || from.startsWith(`${place}/`));
  return isAllowed ? null : `${room} may not use ${name}`;
}

/** A test, or something that only tests use: builders of restaurants, the driver of the fault rounds. */
function isTest(path: string): boolean {
  return /\.(test|e2e|bench)\.tsx?$/.test(path) || /\/(test|faults|walls)\//.test(path);
}

function misnamed({ path }: SourceFile): string[] {
  const folders = path.split('/');
  const file = folders.pop()!;
  const junk = [...folders, file.split('.')[0]!].find((name) => junkNames.has(name));
  return [
    ...(junk === undefined ? [] : [`${path}: "${junk}" says nothing; name what is in it`]),
    ...(kebabCase.test(file) ? [] : [`${path}: names are kebab-case`]),
    ...(file.endsWith('.tsx') && !browserRooms.includes(folders[0] ?? '')
      ? [`${path}: .tsx lives only in the two apps`]
      : []),
  ];
}

function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1;
  return lines <= mostLines || Object.hasOwn(longFiles, path)
    ? []
    : [`${path} has ${lines} lines; at most ${mostLines}`];
}

/** Things that have one place each. */
function outOfPlace({ path, text }: SourceFile): string[] {
  const isProduct = /^(contract|server|storefront|dashboard)\//.test(path) && !isTest(path);
  const rules: [pattern: RegExp, isHere: boolean, reason: string][] = [
    // The entrances hand it over whole; the engine's process is given the path it finds its programs by.
    [
      /\bprocess\.env\b/,
      /^server\/(config\.ts|main\.ts|cli\/.*|db\/engine-process\.ts)$/.test(path),
      'only server/config.ts reads the environment',
    ],
    [/\bexport default\b/, false, 'exports are named'],
    [/^export \* from/m, false, 'there are no barrels'],
    [
      /\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)/,
      !path.startsWith('contract/'),
      'the contract knows neither clock nor chance',
    ],
  ];
  if (!isProduct) return [];
  return rules.filter(([pattern, isHere]) => !isHere && pattern.test(text)).map(([, , reason]) => `${path}: ${reason}`);
}

/** How a browser file would come to carry zod: by a chain of imports that are not of types. */
function carriesZod(file: SourceFile, known: ReadonlyMap<string, SourceFile>): string[] {
  if (!browserRooms.includes(roomOf(file.path)) || isTest(file.path)) return [];
  const seen = new Set<string>();
  const find = (path: string): string[] | null => {
    if (seen.has(path)) return null;
    seen.add(path);
    const source = known.get(path);
    for (const { specifier, isTypeOnly } of source === undefined ? [] : importsOf(source)) {
      if (isTypeOnly) continue;
      const target = resolve(path, specifier);
      if (specifier === 'zod') return [path, 'zod'];
      // Within its own room every file is asked itself.
      const chain = target?.startsWith('contract/') === true ? find(target) : null;
      if (chain !== null) return [path, ...chain];
    }
    return null;
  };
  const chain = find(file.path);
  // One link is the file itself, whose import is refused already.
  return chain === null || chain.length < 3 ? [] : [`${chain.join(' > ')}: zod would travel to the browser`];
}
