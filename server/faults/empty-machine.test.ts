/**
 * The steps of deploy/Dockerfile, one after the other, in a root that has nothing but what a slim Debian has of it. Docker itself
 * is not needed; the base image is not fetched.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './machine.ts';

const root = join(import.meta.dirname, '..', '..');
const canEnter = process.platform === 'linux' && process.getuid?.() === 0;
/** In every Debian, with the libraries that they need. Libatomic is not: the Dockerfile installs it. */
const programs = ['sh', 'ln', 'install', 'useradd'];
const libraries = ['libstdc++', 'libgcc_s', 'libm', 'libdl', 'libpthread', 'librt', 'libresolv', 'libutil'];

interface Step {
  word: string;
  rest: string;
}

async function readSteps(): Promise<Step[]> {
  const text = await readFile(join(root, 'deploy', 'Dockerfile'), 'utf8');
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { word, rest };
  });
}

/** A root with a few programs and no more. */
async function makeRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'om-container-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['dev/shm', 'etc', 'opt', 'proc', 'tmp', 'usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64'])
    await mkdir(join(folder, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) execFileSync('ln', ['-s', `usr/${name}`, join(folder, name)]);
  execFileSync('chmod', ['1777', join(folder, 'tmp'), join(folder, 'dev', 'shm')]);
  execFileSync('chmod', ['755', folder]);
  execFileSync('mknod', ['-m', '666', join(folder, 'dev', 'null'), 'c', '1', '3']);
  execFileSync('mknod', ['-m', '666', join(folder, 'dev', 'urandom'), 'c', '1', '9']);
  await writeFile(join(folder, 'etc', 'passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  await writeFile(join(folder, 'etc', 'group'), 'root:x:0:\n');
  await writeFile(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n');
  const paths = programs.map((name) => execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim());
  const listed = execFileSync('ldd', paths, { encoding: 'utf8' });
  const needed = [...listed.matchAll(/(\/\S+\.so\S*)/g)].map(([path]) => path);
  const common = dirname(needed.find((path) => path.endsWith('/libc.so.6'))!);
  const ofProduct = libraries.map((name) => globSync(`{/usr,}${common}/${name}.so.?`)[0]!);
  for (const path of new Set([...paths, ...needed, ...ofProduct])) {
    const place = join(folder, path.replace(/^\/(bin|sbin|lib|lib64)\//, '/usr/$1/'));
    await mkdir(dirname(place), { recursive: true });
    await cp(path, place, { dereference: true });
  }
  return folder;
}

/** The step that asks Debian's servers, which a test does not: the library of this machine takes its place. */
function installLibatomic(folder: string, step: string): void {
  expect(step).toMatch(/ install -y --no-install-recommends libatomic1 /);
  const [, path = ''] = /libatomic\.so\.1 => (\/\S+)/.exec(
    execFileSync('ldd', [process.execPath], { encoding: 'utf8' }),
  )!;
  const place = join(folder, path.replace(/^\/lib/, '/usr/lib'));
  execFileSync('install', ['-D', path, place]);
}

test.skipIf(!canEnter)(
  'the steps of the Dockerfile make a server that is healthy, where a root can be entered',
  async () => {
    const folder = await makeRoot();
    const port = await freePort();
    const here = (text: string) => text.replaceAll(':3000', `:${port}`);
    const shipped = await readFile(join(root, 'deploy', 'order-manager.env.example'), 'utf8');
    const environment: Record<string, string> = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', PORT: String(port) };
    for (const [, name = '', value = ''] of shipped.matchAll(/^(\w+)="?(.*?)"?$/gm)) environment[name] = value;
    environment['SECRET'] = randomBytes(32).toString('base64');
    let user = '0:0';
    let health: string[] = [];
    let command: string[] = [];
    // Docker brings /proc along, by which programs find the libraries beside them.
    const enter = 'user=$1; shift; mount -t proc proc "$0/proc" && exec chroot --userspec="$user" "$0" "$@"';
    const begin = (program: string[]) =>
      spawn('unshare', ['--mount', 'sh', '-c', enter, folder, user, ...program], { env: environment, stdio: 'pipe' });

    const take: Record<string, (rest: string) => void> = {
      FROM: (rest) => expect(rest).toBe('debian:12-slim'),
      // The archive, unpacked.
      ADD: (rest) => {
        expect(rest).toBe('dist/release/order-manager-*-linux-x64.tar.gz /opt/');
        const unpacked = join(folder, 'opt', 'order-manager-0.0.0-linux-x64');
        execFileSync(process.execPath, [join(root, 'scripts', 'release.mjs'), `--folder=${unpacked}`]);
      },
      RUN: (rest) => {
        if (rest.startsWith('apt-get')) installLibatomic(folder, rest);
        else execFileSync('chroot', [folder, '/bin/sh', '-c', rest], { env: environment, stdio: 'pipe' });
      },
      USER: (rest) => {
        const passwords = execFileSync('cat', [join(folder, 'etc', 'passwd')], { encoding: 'utf8' });
        user = new RegExp(`^${rest}:[^:]*:(\\d+:\\d+):`, 'm').exec(passwords)![1]!;
        expect(user).toMatch(/^10001:/);
      },
      ENV: (rest) => {
        for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) environment[name] = value;
      },
      VOLUME: () => undefined,
      EXPOSE: (rest) => expect(rest).toBe('3000'),
      STOPSIGNAL: (rest) => expect(rest).toBe('SIGTERM'),
      HEALTHCHECK: (rest) => (health = JSON.parse(here(rest.slice(rest.indexOf('[')))) as string[]),
      CMD: (rest) => (command = JSON.parse(rest) as string[]),
    };
    for (const { word, rest } of await readSteps()) take[word]!(rest);

    const server = begin(command);
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(server, 'close');
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') process.stderr.write(output.slice(-6_000));
      server.kill('SIGTERM');
      await ended;
    });
    const isHealthy = async () => {
      expect(server.exitCode, output).toBeNull();
      const [code] = (await once(begin(health), 'close')) as [number];
      return code === 0;
    };
    await expect.poll(isHealthy, { timeout: 60_000, interval: 500 }).toBe(true);
    const page = await fetch(`http://127.0.0.1:${port}/login`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Order Manager')]);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  240_000,
);
