// npm run build: checks the words of Order Manager, and builds both browser apps, the storefront's server rendering and the server
// into dist/.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { argv, env, execPath, exit } from 'node:process';
import { root } from './bootstrap.mjs';
import { appsStamp } from './build-stamp.mjs';

const isQuiet = argv.includes('--quiet');
if (isQuiet) console.error('Building the apps ...');
const words = spawnSync(execPath, [join(root, 'scripts', 'words.ts')], { cwd: root, stdio: 'inherit' });
if (words.status !== 0) exit(words.status ?? 1);
// Computed before the build: a file that changes during it triggers another build at the next start.
const stamp = appsStamp.compute();
appsStamp.write(null);
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const { status } = spawnSync(execPath, [vite, 'build', '--app', ...(isQuiet ? ['--logLevel', 'warn'] : [])], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, NODE_ENV: 'production' },
});
if (status !== 0) exit(status ?? 1);
appsStamp.write(stamp);
await import('./build-server.mjs');
