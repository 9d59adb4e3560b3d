import { join, resolve } from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { backUp } from '#server/db/backup/backup.ts';
import { connect, openEngine } from '#server/db/connect.ts';
import { type Engine, foreignEngine } from '#server/db/engine/engine.ts';
import { fingerprintOf, readFingerprint } from '#server/db/secret-fingerprint.ts';
import { secretFile } from '#server/secret-file.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[<file>]',
  help: `Writes everything in the database, pictures included but for those of PICTURE_BUCKET, into one compressed file with a digest of each table, as of one moment.
The server may go on serving. Without a file a new one is made in BACKUP_DIR. The file holds the data of people: with
BACKUP_RECIPIENT (see backup:key) nobody but the holder of the key can read it; without, keep it safe.`,
  async run({ args: [file, ...more] }) {
    const config = readConfig(process.env);
    const now = new Date();
    if (more.length > 0 || (file === undefined && config.backupDir === undefined)) {
      throw new WrongUsage('Name the file to write, or set BACKUP_DIR.');
    }
    const path = resolve(
      file ?? join(config.backupDir!, `order-manager-${now.toISOString().replaceAll(/[:.]/g, '-')}.omb`),
    );
    const engine = await openEngine(config, commandLog, { join: true });
    try {
      const secret = await usedSecret(engine, config);
      const recipient = config.backupRecipient;
      const sealing = recipient === undefined ? undefined : { recipients: [recipient], secret };
      const tables = Object.values(await backUp(engine.target, path, now, sealing));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `${path}: ${rows} rows of ${tables.length} tables${sealing === undefined ? '' : secret === undefined ? ', sealed' : ', sealed with the secret'}`,
      );
      if (config.pictureBucket !== undefined)
        console.log(
          'The pictures of PICTURE_BUCKET are not in it: keep the bucket, which a restored database reads them from.',
        );
      if (sealing?.secret === undefined) {
        const place = config.secretFrom === 'variable' ? 'SECRET' : secretFile(config.dataDir);
        console.log(
          `The secret of the server is not in it: keep ${place} with it. A restore without it voids second factors, PINs and table codes.`,
        );
      }
    } finally {
      await engine.stop();
    }
  },
};

/** The secret of this environment, if the database is used with it. */
async function usedSecret(engine: Engine, { secret }: Config): Promise<string | undefined> {
  // A database that no server can use is backed up all the same.
  const database = await connect(foreignEngine(engine.target), commandLog).catch(() => null);
  if (database === null) return undefined;
  try {
    const used = await readFingerprint(database.db).catch(() => null);
    return used?.equals(fingerprintOf(secret)) === true ? secret : undefined;
  } finally {
    await database.close();
  }
}
