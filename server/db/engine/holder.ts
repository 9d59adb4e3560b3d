import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The process that holds a data folder, for the next one that wants it. The lock alone decides; this only explains. */
interface Holder {
  /** Empty when unknown. */
  pid: string;
  isStopping: boolean;
  /** A command that found no server, and lets the folder go when it is done. */
  isCommand: boolean;
}

export async function noteHolder(folder: string, isCommand: boolean): Promise<void> {
  await writeFile(pathIn(folder), `${process.pid}${isCommand ? ' command' : ''}\n`);
}

/** Says that this process, which holds the folder, is about to let it go. At once, because the next may be starting already. */
export function noteStopping(folder: string): void {
  try {
    writeFileSync(pathIn(folder), `${process.pid} stopping\n`);
  } catch {
    // On a full disk the next start is refused, as if this process were not stopping.
  }
}

export async function readHolder(folder: string): Promise<Holder> {
  const [pid = '', state] = (await readFile(pathIn(folder), 'utf8').catch(() => '')).trim().split(' ');
  return { pid, isStopping: state === 'stopping', isCommand: state === 'command' };
}

function pathIn(folder: string): string {
  return join(folder, 'server.pid');
}
