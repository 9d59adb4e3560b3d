/** A root that has nothing but what a slim Debian has of it, to be entered by root alone. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Also root of a container may not mount. */
export const canEnter =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
/** In every Debian, with the libraries that they need. Libatomic is not: the steps install it. */
const programs = 'sh ln install useradd sed head base64 mkdir chown setpriv'.split(' ');
const libraries = ['libstdc++', 'libgcc_s', 'libm', 'libdl', 'libpthread', 'librt', 'libresolv', 'libutil'];
const searched = '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A root with a few programs and no more, and with the unpacked archive in /opt, under this name. */
export async function makeRoot(unpacked: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'om-root-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const folders = ['dev/shm', 'etc/systemd/system', 'opt', 'proc', 'tmp', 'usr/bin', 'usr/sbin', 'usr/local/sbin'];
  for (const path of [...folders, 'usr/lib', 'usr/lib64', 'var/lib'])
    await mkdir(join(folder, path), { recursive: true });
  for (const path of ['bin', 'sbin', 'lib', 'lib64']) execFileSync('ln', ['-s', `usr/${path}`, join(folder, path)]);
  execFileSync('chmod', ['1777', join(folder, 'tmp'), join(folder, 'dev', 'shm')]);
  execFileSync('chmod', ['755', folder]);
  execFileSync('mknod', ['-m', '666', join(folder, 'dev', 'null'), 'c', '1', '3']);
  execFileSync('mknod', ['-m', '666', join(folder, 'dev', 'urandom'), 'c', '1', '9']);
  await writeFile(join(folder, 'etc', 'passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  await writeFile(join(folder, 'etc', 'group'), 'root:x:0:\n');
  // Debian gives each user a group of the same name.
  await writeFile(join(folder, 'etc', 'login.defs'), 'USERGROUPS_ENAB yes\n');
  await writeFile(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n');
  const paths = programs.map((one) => execFileSync('sh', ['-c', `command -v ${one}`], { encoding: 'utf8' }).trim());
  const listed = execFileSync('ldd', paths, { encoding: 'utf8' });
  const needed = [...listed.matchAll(/(\/\S+\.so\S*)/g)].map(([path]) => path);
  const common = dirname(needed.find((path) => path.endsWith('/libc.so.6'))!);
  const ofProduct = libraries.map((one) => globSync(`{/usr,}${common}/${one}.so.?`)[0]!);
  for (const path of new Set([...paths, ...needed, ...ofProduct])) {
    const place = join(folder, path.replace(/^\/(bin|sbin|lib|lib64)\//, '/usr/$1/'));
    await mkdir(dirname(place), { recursive: true });
    await cp(path, place, { dereference: true });
  }
  // The files are the same ones in every root: nobody there may write them.
  execFileSync('cp', ['-al', unpacked, join(folder, 'opt', name)]);
  return folder;
}

/** In place of the package, because a test asks no server of Debian. */
export function installLibatomic(root: string): void {
  const [, path = ''] = /libatomic\.so\.1 => (\/\S+)/.exec(
    execFileSync('ldd', [process.execPath], { encoding: 'utf8' }),
  )!;
  execFileSync('install', ['-D', path, join(root, path.replace(/^\/lib/, '/usr/lib'))]);
}

/** The ids of a user of the root, as `user:group`. */
export function idsOf(root: string, user: string): string {
  const passwords = execFileSync('cat', [join(root, 'etc', 'passwd')], { encoding: 'utf8' });
  return new RegExp(`^${user}:[^:]*:(\\d+:\\d+):`, 'm').exec(passwords)![1]!;
}

/** Runs a program of the root. It has /proc, by which programs find the libraries beside them. */
export function runIn(
  root: string,
  program: readonly string[],
  { ids = '0:0', environment = {} }: { ids?: string; environment?: Record<string, string> } = {},
): ChildProcess {
  const enter = 'ids=$1; shift; mount -t proc proc "$0/proc" && exec chroot --userspec="$ids" "$0" "$@"';
  const args = ['--mount', 'sh', '-c', enter, root, ids, ...program];
  return spawn('unshare', args, { env: { PATH: searched, ...environment }, stdio: 'pipe' });
}
