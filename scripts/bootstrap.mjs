// Makes `npm start` and `npm test` work on a fresh clone: installs the packages whenever the lockfile changed.
// Plain JavaScript without dependencies, for Node 18 and newer, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.install-stamp');

/** Installs the packages unless those of this lockfile are installed. Ends the process on failure. */
export function bootstrap() {
  const wanted = installStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // Installing would empty the linked folder, which belongs to another checkout.
    console.error('node_modules leads elsewhere and holds other packages than these. Remove the link and start again.');
    process.exit(1);
  }
  console.error('Installing packages (this happens once) ...');
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    // No package needs its install script, and whoever takes one over could run anything here.
    '--ignore-scripts',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ];
  // Removed first, so that a concurrent start does not take a half-finished install for a complete one.
  rmSync(stampFile, { force: true });
  const { status, error } = spawnSync(...npm(args), { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
  if (error) console.error(`npm could not be run: ${error.message}`);
  if (status !== 0) process.exit(status || 1);
  writeFileSync(stampFile, wanted);
}

/** Everything that decides which packages are installed: lockfile, requested packages and kind of machine. */
function installStamp() {
  const asked = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  hash.update(
    JSON.stringify([asked.dependencies, asked.devDependencies, asked.optionalDependencies, asked.allowScripts]),
  );
  return `${process.platform} ${process.arch} ${hash.digest('hex')}\n`;
}

/**
 * The npm that started this process, on its own Node: the `node` on the path may be the one in node_modules, which is
 * about to be replaced.
 */
export function npm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node) return [node, [script, ...args]];
  return process.platform === 'win32' ? ['npm.cmd', args] : ['npm', args];
}
