/**
 * The rules of the house that a machine can check: imports, names, sizes. Their source is docs/architecture.md. A ban
 * applies to every file, including future ones; exceptions are listed here with their reasons.
 */
import { posix } from 'node:path';
import { packages, testPackages } from './allowed-packages.ts';

export interface SourceFile {
  /** The path from the root of the repository: 'server/http/mount.ts'. */
  path: string;
  text: string;
}

interface Import {
  /** The import as written: '#contract/base/money.ts', './wire.ts', 'pg', 'node:fs'. */
  specifier: string;
  /** Erased at run time. */
  isTypeOnly: boolean;
  /** Loaded when the code comes to it. */
  isLazy: boolean;
}

/**
 * The rooms that each room may import. A room is a folder; the deepest listed one counts. Every file may import from
 * its own room.
 */
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
  'server/test': [
    'contract',
    'scripts',
    'server',
    'server/base',
    'server/db',
    'server/events',
    'server/http',
    'server/modules',
  ],
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
  // The texts of the guest's site: journeys in two languages read a button's label here.
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

/** Files of `server/` that import no other part of it, except as a type. */
const base = new Set(
  [
    'age-recipient.ts',
    'bucket-settings.ts',
    'config.ts',
    'deps.ts',
    'http-address.ts',
    'log.ts',
    'metrics.ts',
    'loopback.ts',
    'lru-cache.ts',
    'own-domain-settings.ts',
    'payment-settings.ts',
    'push-settings.ts',
    'same-bytes.ts',
    'sealing.ts',
    'secret-file.ts',
    'tracing.ts',
    'work-queue.ts',
    'worker-processes.ts',
  ].map((name) => `server/${name}`),
);

/** Rooms that run in a browser: no Node, and none of the packages that only a server may carry, however deep. */
const browserRooms = ['storefront', 'dashboard'];
/** Browser files that may carry zod, each with the one file that loads it, lazily. */
export const zodDoors: Record<string, string> = {
  'dashboard/components/form/check-input.ts': 'dashboard/components/form/checked-form.ts',
};
/** Rooms without Node; the contract runs on both sides. */
const pureRooms = ['contract', ...browserRooms];

const junkNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'lib', 'shared', 'types', 'misc']);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs|css)$/;
const mostLines = 350;
const longFiles: Record<string, string> = {
  'dashboard/words/messages.ts': 'written by npm run words, a line for each message with arguments',
};

/** The violations of each file, one sentence each. */
export function violations(files: readonly SourceFile[]): string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  return files.flatMap((file) => [
    ...misnamed(file),
    ...tooLong(file),
    ...importsOf(file).flatMap(({ specifier, isTypeOnly }) => {
      const target = resolveImport(file.path, specifier);
      const problem =
        target === null ? packageProblem(file.path, specifier, isTypeOnly) : roomProblem(file.path, target);
      return problem === null ? [] : [`${file.path} imports ${specifier}: ${problem}`];
    }),
    ...outOfPlace(file),
    ...carriesZod(file, known),
    ...opensZodDoor(file),
  ]);
}

/** The imports and re-exports of a file, including dynamic ones with a literal name. */
export function importsOf({ text }: SourceFile): Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = [...code.matchAll(/^(?:import|export)\s+(type\s)?([^'";]*?)\s*from\s*'([^']+)'/gm)].map(
    ([, type, names, specifier]) => ({
      specifier: specifier!,
      isTypeOnly:
        type !== undefined || (names!.startsWith('{') && namesOf(names!).every((name) => name.startsWith('type '))),
      isLazy: false,
    }),
  );
  const unnamed = [...code.matchAll(/^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)].map(([, atOnce, lazily]) => ({
    specifier: (atOnce ?? lazily)!,
    isTypeOnly: false,
    isLazy: lazily !== undefined,
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
export function resolveImport(from: string, specifier: string): string | null {
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
  if (room === target || room === 'root' || (room === 'server/base' && from === 'server/deps.ts')) return null;
  if (isTest(from) && (target === 'server/test' || (room === 'server' && target.startsWith('server')))) return null;
  // Browser rooms may test with everything in the contract; the server's tests are in the server.
  const allowed = room === 'server/base' ? ['contract'] : rooms[room]!;
  return allowed.includes(target) ? null : `${room} may not enter ${target}`;
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
  if (name === 'fastify' && from.startsWith('server/modules/')) {
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
export function isTest(path: string): boolean {
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

/** Finds code outside the one place where its kind belongs. */
function outOfPlace({ path, text }: SourceFile): string[] {
  const isProduct = /^(contract|server|storefront|dashboard)\//.test(path) && !isTest(path);
  const rules: [pattern: RegExp, isHere: boolean, reason: string][] = [
    // The entry points pass the environment on whole, and workers get it but for one setting of the server's memory.
    [
      /\bprocess\.env\b/,
      /^server\/(config\.ts|main\.ts|cli\/.*|worker-processes\.ts)$/.test(path),
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

/** Finds the chain of imports, other than of types, by which a browser file would ship zod. */
function carriesZod(file: SourceFile, known: ReadonlyMap<string, SourceFile>): string[] {
  if (!browserRooms.includes(roomOf(file.path)) || isTest(file.path) || Object.hasOwn(zodDoors, file.path)) return [];
  const seen = new Set<string>();
  const find = (path: string): string[] | null => {
    if (seen.has(path)) return null;
    seen.add(path);
    const source = known.get(path);
    for (const { specifier, isTypeOnly } of source === undefined ? [] : importsOf(source)) {
      if (isTypeOnly) continue;
      const target = resolveImport(path, specifier);
      if (specifier === 'zod') return [path, 'zod'];
      // Files of the same room are checked themselves.
      const chain = target?.startsWith('contract/') === true ? find(target) : null;
      if (chain !== null) return [path, ...chain];
    }
    return null;
  };
  const chain = find(file.path);
  // A chain of one link is the file itself, whose import is already refused.
  return chain === null || chain.length < 3 ? [] : [`${chain.join(' > ')}: zod would travel to the browser`];
}

/** Finds the imports of a file that may carry zod, other than the lazy one of the file that it was made for. */
function opensZodDoor(file: SourceFile): string[] {
  if (isTest(file.path)) return [];
  return importsOf(file).flatMap(({ specifier, isTypeOnly, isLazy }) => {
    const opener = zodDoors[resolveImport(file.path, specifier) ?? ''];
    return opener === undefined || isTypeOnly || (isLazy && file.path === opener)
      ? []
      : [`${file.path} imports ${specifier}: only ${opener} loads what carries zod, and lazily`];
  });
}
