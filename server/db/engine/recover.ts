import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Log } from '#server/log.ts';
import { makeEmbedded, targetOf } from './embedded.ts';
import type { Target } from './engine.ts';
import { giveTo, makePrivateFolder } from './engine-files.ts';
import { type Cluster, findRunning, launch, stopEngine } from './engine-process.ts';

/** Writes the files of the database, its log included, below a folder. */
export type Fill = (place: {
  makeFolder: (path: string) => Promise<void>;
  /** Gives a written file to the user of the engine. */
  give: (path: string) => Promise<void>;
  data: string;
}) => Promise<void>;

interface Recovery {
  dataDir: string;
  /** The folder of other programs than the installed ones (POSTGRES_BIN). */
  programs: string | undefined;
  /** Undefined is the end of the log. */
  at: Date | undefined;
  fill: Fill;
  /**
   * Makes it fit for use, with the time of the newest transaction in it; null where the log had none. Before that is done
   * there is no database that a server would start on.
   */
  finish: (target: Target, newest: Date | null) => Promise<void>;
}

/**
 * Makes the database of an empty data folder from the files of another and its log, as of a moment, or of the log's end.
 * @throws an `Error` with a sentence for the operator; then there is no database.
 */
export function recoverEmbedded({ dataDir, programs, at, fill, finish }: Recovery, log: Log): Promise<void> {
  return makeEmbedded({ dataDir, programs }, log, async (whole) => {
    // A restore that was broken off leaves nothing that looks complete.
    const cluster = { ...whole, data: `${whole.data}.new` };
    const left = await findRunning(cluster.data);
    if (left !== null) await stopEngine(cluster, left);
    await rm(cluster.data, { recursive: true, force: true });
    await makePrivateFolder(cluster.data, cluster.user);
    try {
      await fill({
        data: cluster.data,
        makeFolder: (path) => makePrivateFolder(path, cluster.user),
        give: (path) => giveTo(cluster.user, path),
      });
      await replay(cluster, log, at, finish);
      await rename(cluster.data, whole.data);
    } finally {
      await rm(cluster.data, { recursive: true, force: true });
    }
  });
}

async function replay(cluster: Cluster, log: Log, at: Date | undefined, finish: Recovery['finish']): Promise<void> {
  const settings = join(cluster.data, 'postgresql.auto.conf');
  const before = await readFile(settings, 'utf8');
  const signal = join(cluster.data, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  await giveTo(cluster.user, signal);
  // The log is in its place already; this only says that there is no more of it, in every shell.
  const common = `restore_command = 'exit 1'\nrecovery_target_timeline = 'current'\nhot_standby = off\n`;
  // Names of zones, Z among them, are not read yet where this is.
  const until = (moment: Date) =>
    `recovery_target_time = '${moment.toISOString().replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`;
  await appendFile(settings, `\n${common}${at ? until(at) : ''}`);
  try {
    await runOnce(cluster, log, finish);
  } catch (error) {
    // The log reaches beyond the moment and has no transaction there: all of it is of before.
    if (!at || !(error instanceof Error && error.message.includes('recovery ended before configured'))) throw error;
    await writeFile(settings, `${before}\n${common}`);
    await runOnce(cluster, log, finish);
  } finally {
    await writeFile(settings, before);
  }
}

/** Runs the engine until it has replayed the log, has become a database of its own, and is finished. */
async function runOnce(cluster: Cluster, log: Log, finish: Recovery['finish']): Promise<void> {
  const running = await launch(cluster, log, { tries: 1 });
  try {
    const target = await targetOf(cluster.home, running.port, running.socketFolder);
    await finish(target, await endRecovery(target));
  } finally {
    await stopEngine(cluster, running);
  }
}

async function endRecovery(target: Target): Promise<Date | null> {
  const client = new Client(target);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ newest: Date | null }>('select pg_last_xact_replay_timestamp() as newest');
    // Later changes stand in files of the log that have nothing of the time before.
    await client.query('select pg_switch_wal()');
    await client.query('checkpoint');
    return rows[0]!.newest;
  } finally {
    await client.end().catch(() => undefined);
  }
}
