import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type CustomerId, isId, type RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';

/** An erased guest and when: ids alone, nothing else of the person. Without a guest it is the whole restaurant. */
export interface Erasure {
  restaurantId: RestaurantId;
  customerId?: CustomerId;
  at: Date;
}

/**
 * The list of erasures, kept beside the database: an older backup still has the data, and restoring must not bring it
 * back (R90). A transaction that erases is noted before its commit and settled after it: an erasure that was confirmed is
 * always in the list, and one that was rolled back does not stay.
 */
export interface ErasureList {
  /** Notes what one transaction erases. Resolves once it is on disk, with the id of the note. */
  note: (erasures: readonly Erasure[]) => Promise<string>;
  /** Adds to a note whether its transaction was committed. */
  settle: (note: string, isErased: boolean) => Promise<void>;
  /**
   * The notes of this server whose outcome is not known, by their ids: those that a killed process has left, and those
   * that are added. Settled ones go.
   */
  unsettled: () => Promise<Map<string, readonly Erasure[]>>;
}

/** A line of the list; one without a note is of an older version, and was committed. */
type Line = (Erasure & { note?: string }) | { note: string; isErased: boolean };

/** The lists of all servers in a folder; the one without a server's name is of 0.1.0. */
export const listNames = /^erasures(-[\w.-]+)?\.jsonl$/;

/**
 * The list of this server in a folder: one line of JSON each, append-only. Each machine has a file of its own, because a
 * folder that several of them mount loses lines that are appended at the same time.
 */
export function openErasureList(folder: string, server = hostname()): ErasureList {
  const path = join(folder, `erasures-${server.replaceAll(/[^\w.-]/g, '_')}.jsonl`);
  let left: Promise<Map<string, readonly Erasure[]>> | undefined;
  async function append(lines: readonly Line[]): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(path, 'a', 0o600);
    try {
      // The leading line break separates the lines from one that a full disk or a power cut has truncated.
      await file.appendFile(`\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  async function readUnsettled(): Promise<Map<string, readonly Erasure[]>> {
    const lines = await readLines(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const settled = outcomesOf(lines);
    const noted = lines.filter((line) => 'restaurantId' in line && line.note !== undefined && !settled.has(line.note));
    return Map.groupBy(noted as (Erasure & { note: string })[], ({ note }) => note);
  }
  const unsettled = () =>
    (left ??= readUnsettled().catch((error: unknown) => {
      left = undefined;
      throw error;
    }));
  return {
    async note(erasures) {
      const note = randomUUID();
      await append(erasures.map((erasure) => ({ ...erasure, note })));
      return note;
    },
    async settle(note, isErased) {
      await append([{ note, isErased }]);
      (await unsettled()).delete(note);
    },
    unsettled,
  };
}

/**
 * The erasures in the lists of all servers in a folder; none where it has no list. Notes whose outcome nobody knows count:
 * their server was killed around the commit and has not started since. A truncated line was never confirmed.
 */
export async function readErasures(folder: string): Promise<Erasure[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const paths = names.filter((name) => listNames.test(name)).map((name) => join(folder, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return erasuresIn(texts);
}

/** The erasures in the texts of lists. */
export function erasuresIn(texts: readonly string[]): Erasure[] {
  const lines = texts.flatMap(linesIn);
  const outcomes = outcomesOf(lines);
  return lines.flatMap((line) => {
    if (!('restaurantId' in line)) return [];
    const { note, ...erasure } = line;
    return note !== undefined && outcomes.get(note) === false ? [] : [erasure];
  });
}

async function readLines(path: string): Promise<Line[]> {
  return linesIn(await readFile(path, 'utf8'));
}

function linesIn(text: string): Line[] {
  return text.split('\n').flatMap((line) => parseLine(line) ?? []);
}

/** Whether the transactions of settled notes were committed. */
function outcomesOf(lines: readonly Line[]): Map<string, boolean> {
  const outcomes = new Map<string, boolean>();
  for (const line of lines) {
    if ('isErased' in line) outcomes.set(line.note, line.isErased || outcomes.get(line.note) === true);
  }
  return outcomes;
}

/** Milliseconds before a backup's time in which an erasure may be noted that the backup does not contain. */
const erasureMaxMs = 60 * MINUTE;

/** The erasures that a backup of `takenAt` may not contain. */
export function erasuresSince(erasures: readonly Erasure[], takenAt: Date): Erasure[] {
  return erasures.filter(({ at }) => at.getTime() >= takenAt.getTime() - erasureMaxMs);
}

function parseLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Record<keyof Erasure | 'note', string> & { isErased?: boolean };
    const { restaurantId, customerId, note } = line;
    if (typeof line.isErased === 'boolean') return { note, isErased: line.isErased };
    if (!isId(restaurantId)) return null;
    const whole = {
      restaurantId: restaurantId as RestaurantId,
      at: new Date(line.at),
      ...(note === undefined ? {} : { note }),
    };
    if (!('customerId' in line)) return whole;
    return isId(customerId) ? { ...whole, customerId: customerId as CustomerId } : null;
  } catch {
    return null;
  }
}
