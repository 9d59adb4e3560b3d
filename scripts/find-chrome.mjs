// Finds a Chromium for the end-to-end tests without downloading one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './bootstrap.mjs';

const { platform, arch, env } = process;

/**
 * The browser for the tests, and how to start it: CHROME_PATH, Playwright's own, on Linux x64 the one among the packages, or one installed
 * on this machine. The packaged one draws no windows: journeys take half the time that they need in a distribution's Chromium.
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string | undefined> }>}
 * @throws Error that says how to get one. A test run without a browser fails.
 */
export async function findChrome() {
  const exists = (path) => path && existsSync(path);
  const chosen = [env.CHROME_PATH, await playwrightsOwn()].find(exists);
  if (chosen) return { executablePath: chosen, args: flags(), env };
  const packaged = platform === 'linux' && arch === 'x64' ? await packagedChrome() : null;
  if (packaged) return packaged;
  const installed = [...onThePath(), ...usualPlaces()].find(exists);
  if (installed) return { executablePath: installed, args: flags(), env };
  throw new Error(
    'No browser was found. Install Chromium or Chrome, run "npx playwright install chromium", or set CHROME_PATH.',
  );
}

/** Chrome's sandbox does not work for root. */
function flags() {
  const args = platform === 'linux' && !hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];
  return process.getuid?.() === 0 || env.CI ? [...args, '--no-sandbox'] : args;
}

/**
 * Whether the processes of several browsers can share their memory in /dev/shm. In a container with little of it they
 * use files in place of memory, which costs a tenth of a journey's time.
 */
function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 2 ** 30;
  } catch {
    return false;
  }
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

function onThePath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  return names.flatMap((name) => (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)));
}

function usualPlaces() {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform !== 'win32') return [];
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
  return folders.flatMap((folder) => [
    join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
  ]);
}

/**
 * Unpacks the packaged Chromium once into the project's cache, with system libraries for machines without them. Null where it does not
 * start.
 */
async function packagedChrome() {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8'),
  );
  const folder = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  const executablePath = join(folder, 'chromium');
  const started = { ...env, FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  for (const libraries of [
    env.LD_LIBRARY_PATH,
    [join(folder, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
  ]) {
    const tried = libraries ? { ...started, LD_LIBRARY_PATH: libraries } : started;
    if (spawnSync(executablePath, ['--version', '--no-sandbox'], { env: tried }).status === 0) {
      return { executablePath, args: flags(), env: tried };
    }
  }
  return null;
}

async function unpack(folder) {
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  // The package unpacks into the temporary folder, and unpacks its libraries only on what looks like AWS Lambda.
  const before = { TMPDIR: env.TMPDIR, AWS_EXECUTION_ENV: env.AWS_EXECUTION_ENV, LD_LIBRARY_PATH: env.LD_LIBRARY_PATH };
  const { FONTCONFIG_PATH } = env;
  Object.assign(env, { TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  for (const [name, value] of Object.entries({ ...before, FONTCONFIG_PATH })) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  // The packaged font configuration names fixed folders; without a font the browser draws no text at all.
  writeFileSync(
    join(partial, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  );
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}
