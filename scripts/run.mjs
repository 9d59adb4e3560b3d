// Runs a file on the Node that comes with the packages: node scripts/run.mjs <file> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { argv, env, execPath, exit, platform, arch, ppid, version } from 'node:process';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';

/** The oldest Node that runs the product. Tests run on that of the packages alone, 26 (decision 111). */
const oldestNode = [24, 12];
const testedMajor = 26;
let isSaid = false;

/** The Node that runs the product: that of the installed package, or this one if it is new enough. */
export function productNode() {
  const os = platform === 'win32' ? 'win' : platform;
  const program = platform === 'win32' ? 'node.exe' : join('bin', 'node');
  let failure = '';
  for (const name of [`node-${os}-${arch}`, `node-bin-${os}-${arch}`]) {
    for (const path of [
      join(root, 'node_modules', name, program),
      join(root, 'node_modules', name, 'bin', 'node.exe'),
    ]) {
      if (!existsSync(path)) continue;
      const { status, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' });
      if (status === 0) return path;
      failure = stderr?.trim() ?? '';
    }
  }
  const [major, minor] = version.slice(1).split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
    if (major !== testedMajor && !isSaid)
      console.error(
        `This runs on Node ${version} of this machine, not on Node ${testedMajor}, which is what tests run on. ${failure}`,
      );
    isSaid = true;
    return execPath;
  }
  if (failure.includes('libatomic'))
    console.error(
      `Node ${testedMajor} needs a library of this system that is not installed: libatomic1 in Debian and Ubuntu, libatomic elsewhere. ${failure}`,
    );
  console.error(
    `There is no Node package for ${platform} ${arch}, and this Node is ${version}. Install Node ${testedMajor}.`,
  );
  exit(1);
}

/**
 * Environment of the server's process. React is several times slower without NODE_ENV, and the built apps are
 * production builds in any case; the product's own mode is ORDER_MANAGER_MODE. A smaller young generation of the heap
 * halves the server's memory at no measurable cost of time. One arena of glibc's allocator in place of eight a core leaves
 * 90 MB less of freed memory with the process, that of compression, pictures and passwords on other threads. Blocks of 32 kB
 * and more go back to the system as soon as they are free: those of V8's compilers lay between others that stay, 20 MB after a rush.
 */
export const serverEnvironment = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '1',
  MALLOC_MMAP_THRESHOLD_: env.MALLOC_MMAP_THRESHOLD_ ?? '32768',
  NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --max-semi-space-size=8`.trim(),
};

/**
 * Runs the file and returns its exit code. Signals are passed on. The child is asked to stop when this process loses
 * its parent: npm does not pass SIGTERM on, so a stopped `npm start` would leave the server running. If this process is
 * killed, the child notices its closed channel. `stop` asks it as well.
 */
export function run(file, args, environment = {}, stop = new AbortController().signal) {
  const child = spawn(productNode(), [file, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, ...environment },
  });
  const parent = ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 100);
  const passOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  stop.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const passed of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(passed, passOn);
      done(code ?? 128 + constants.signals[signal]);
    });
  });
}

if (import.meta.url === pathToFileURL(resolve(argv[1])).href) {
  const [file, ...args] = argv.slice(2);
  if (!file) {
    console.error('Usage: node scripts/run.mjs <file> [arguments]');
    exit(2);
  }
  bootstrap();
  exit(await run(file, args));
}
