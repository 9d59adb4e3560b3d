import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '#contract/base/time.ts';
import type { BackupStore } from './wal/backup-store.ts';

/** A backup that the server has made by itself. Its file is whole and was read back: it has its name only then. */
interface ScheduledBackup {
  name: string;
  takenAt: Date;
}

/** How many are kept: the newest of each of so many days (UTC), and of each of so many weeks, that have one. */
export interface Retention {
  days: number;
  weeks: number;
}

const finished = /^scheduled-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.omb$/;
const unfinished = /^scheduled-[\dTZ-]+\.omb\..+$/;

export function nameOf(takenAt: Date): string {
  return `scheduled-${takenAt.toISOString().replaceAll(/[:.]/g, '-')}.omb`;
}

/** The scheduled backups of a folder, the newest first. Files that people have put there are not among them. */
export async function listScheduled(folder: string): Promise<ScheduledBackup[]> {
  return scheduledIn(await readdir(folder));
}

/** Beginning of the names of scheduled backups in a bucket. */
export const bucketFolder = 'daily/';

/** The same of a bucket. */
export async function listStored(store: BackupStore): Promise<ScheduledBackup[]> {
  const names = await store.list(bucketFolder);
  return scheduledIn(names.map((name) => name.slice(bucketFolder.length)));
}

function scheduledIn(names: readonly string[]): ScheduledBackup[] {
  const backups = names.flatMap((name) => {
    const [, day, ...time] = finished.exec(name) ?? [];
    if (day === undefined) return [];
    return [{ name, takenAt: new Date(`${day}T${time.slice(0, 3).join(':')}.${time[3]}Z`) }];
  });
  return backups.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
}

/**
 * The backups that are not kept, of all from the newest to the oldest. Days and weeks without a backup do not count, so
 * that a clock that was wrong, or a month without backups, leaves the old ones alone.
 */
export function superfluous(backups: readonly ScheduledBackup[], { days, weeks }: Retention): ScheduledBackup[] {
  const kept = new Set([...newestOfEach(backups, days, dayOf), ...newestOfEach(backups, weeks, weekOf)]);
  return backups.filter((backup) => !kept.has(backup));
}

/** Removes files of backups that were broken off by a kill. The caller is the only one that makes any. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (unfinished.test(name)) await rm(join(folder, name), { force: true });
}

function newestOfEach(
  backups: readonly ScheduledBackup[],
  most: number,
  periodOf: (takenAt: Date) => number,
): ScheduledBackup[] {
  const newest = new Map<number, ScheduledBackup>();
  for (const backup of backups) {
    const period = periodOf(backup.takenAt);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, most);
}

function dayOf(takenAt: Date): number {
  return Math.floor(takenAt.getTime() / DAY);
}

/** Weeks begin on Mondays; the first day of 1970 was a Thursday. */
function weekOf(takenAt: Date): number {
  return Math.floor((dayOf(takenAt) + 3) / 7);
}
