/** `npm start` builds what is stale and nothing else, and serves what it has built. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const lockfile = '{"lockfileVersion": 3}';

let folder: string;
/** A checkout with the real scripts of a start, and builds that only say that they ran. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['scripts', 'contract', 'server', 'storefront', 'dashboard', 'node_modules'])
    await mkdir(join(folder, name));
  for (const name of ['start.mjs', 'bootstrap.mjs', 'build-stamp.mjs', 'run.mjs'])
    await cp(join(root, 'scripts', name), join(folder, 'scripts', name));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'package-lock.json'), lockfile);
  // The packages of this lockfile count as installed.
  const installed = createHash('sha256').update(lockfile).update('[null,null,null,null]').digest('hex');
  await writeFile(join(folder, 'node_modules', '.install-stamp'), `${process.platform} ${process.arch} ${installed}\n`);
  await write('server/main.ts', 'first');
  await write(
    'scripts/build.mjs',
    `import { appsStamp } from './build-stamp.mjs'; console.log('apps built'); appsStamp.write(appsStamp.compute());`,
  );
  await write(
    'scripts/build-server.mjs',
    `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
    import { serverStamp } from './build-stamp.mjs';
    const source = readFileSync('server/main.ts', 'utf8');
    console.log('server built');
    if (source.includes('broken')) process.exit(3);
    mkdirSync('dist/server', { recursive: true });
    writeFileSync('dist/server/main.js', 'console.log(' + JSON.stringify('serves ' + source) + '); process.exit(7)');
    serverStamp.write(serverStamp.compute());`,
  );
});

const write = (path: string, text: string) => writeFile(join(folder, path), text);

/** The lines that a start says, and the code that it ends with: 7 is that of the server. */
function start(): Promise<{ lines: string[]; code: number }> {
  return new Promise((done) => {
    const env = { ...process.env, npm_execpath: '' };
    execFile(process.execPath, ['scripts/start.mjs'], { cwd: folder, env }, (error, output) => {
      done({ lines: output.trim().split('\n'), code: error === null ? 0 : Number(error.code) });
    });
  });
}

test('the first start builds both, and the next one neither', async () => {
  expect(await start()).toEqual({ lines: ['apps built', 'server built', 'serves first'], code: 7 });
  expect(await start()).toEqual({ lines: ['serves first'], code: 7 });
});

test.each([
  ['the server alone', 'server/main.ts', ['server built', 'serves first more']],
  ['an app alone', 'dashboard/main.tsx', ['apps built', 'serves first']],
  ['the contract', 'contract/limits.ts', ['apps built', 'server built', 'serves first']],
  ['a test', 'server/main.test.ts', ['serves first']],
])('a change of %s has that built', async (_, path, lines) => {
  await start();
  await appendFile(join(folder, path), ' more');
  expect(await start()).toEqual({ lines, code: 7 });
  expect(await start()).toEqual({ lines: lines.slice(-1), code: 7 });
});

test('a server that cannot be built is not served as it was before, and is built again by the next start', async () => {
  await start();
  await write('server/main.ts', 'broken');
  expect(await start()).toEqual({ lines: ['server built'], code: 3 });
  expect(await start()).toEqual({ lines: ['server built'], code: 3 });
  await write('server/main.ts', 'second');
  expect(await start()).toEqual({ lines: ['server built', 'serves second'], code: 7 });
  expect(await readFile(join(folder, 'dist', 'server', 'main.js'), 'utf8')).toContain('second');
});
