import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastFreeBytes, readSpace } from '#server/db/engine/disk-watch.ts';
import { canReach, engineUser } from '#server/db/engine/engine-files.ts';
import { isAlive } from '#server/db/engine/engine-process.ts';

/** Tests replace them. */
interface Means {
  readSpace: typeof readSpace;
  exit: (code: number) => void;
}

/** Milliseconds between two looks at the disk while a database is restored. */
const lookEveryMs = 500;

/**
 * Gives a folder for a database that is thrown away afterwards. It holds the data of people, readable, so it is removed with the
 * engine on it whenever the command ends, by Ctrl-C and SIGTERM too, and where it would take the room that orders need.
 * @param bytes that will be needed, as far as is known.
 * @throws an `Error` with a sentence for the operator when there is not enough room.
 */
export async function inDrillFolder<T>(
  bytes: number,
  work: (folder: string) => Promise<T>,
  means: Means = { readSpace, exit: (code) => process.exit(code) },
): Promise<T> {
  const parent = tmpdir();
  // Twice the room without which a server on this disk takes no orders.
  const { free, size } = await means.readSpace(parent);
  const spare = 2 * leastFreeBytes(size);
  if (free < bytes + spare)
    throw new Error(
      `There is not enough room in ${parent}: the database needs ${inGigabytes(bytes)} GB, ${inGigabytes(spare)} GB have to stay free, ` +
        `and ${inGigabytes(free)} GB are. Set TMPDIR to a folder of another disk.`,
    );
  const folder = await mkdtemp(join(parent, 'order-manager-drill-'));
  const end = (code: number) => {
    removeNow(folder);
    means.exit(code);
  };
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const listener = () => {
      console.error('The drill was broken off, and what it had restored is removed.');
      end(128 + constants.signals[signal]);
    };
    process.once(signal, listener);
    return { signal, listener };
  });
  const watch = setInterval(() => {
    means.readSpace(parent).then(
      (space) => {
        if (space.free >= 2 * leastFreeBytes(space.size)) return;
        clearInterval(watch);
        console.error(
          `The drill was broken off: there is not enough room in ${parent}. Set TMPDIR to a folder of another disk.`,
        );
        end(1);
      },
      () => undefined,
    );
  }, lookEveryMs);
  try {
    await chmod(folder, 0o711);
    if (!(await canReach(folder, await engineUser(folder))))
      throw new Error(`The database's user cannot enter ${folder}. Set TMPDIR to a folder that it can enter.`);
    return await work(folder);
  } finally {
    clearInterval(watch);
    await rm(folder, { recursive: true, force: true });
    for (const { signal, listener } of listeners) process.off(signal, listener);
  }
}

/** Without a pause in which this process could start the engine again. */
function removeNow(folder: string): void {
  for (const tries of Array(50).keys()) {
    for (const pid of enginesIn(folder)) if (isAlive(pid)) process.kill(pid, tries === 0 ? 'SIGQUIT' : 'SIGKILL');
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // An engine that is ending writes once more.
    }
    if (!existsSync(folder)) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  console.error(`${folder} could not be removed. Remove it: it has the data of people.`);
}

function enginesIn(folder: string): number[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    const claim = join(folder, name, 'postmaster.pid');
    const pid = existsSync(claim) ? Number.parseInt(readFileSync(claim, 'utf8'), 10) : Number.NaN;
    return pid > 1 ? [pid] : [];
  });
}

function inGigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
