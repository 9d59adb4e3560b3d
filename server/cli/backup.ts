import { join, resolve } from 'node:path';
import { readConfig } from '#server/config.ts';
import { backUp } from '#server/db/backup/backup.ts';
import { openEngine } from '#server/db/connect.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[<file>]',
  help: `Writes everything in the database, pictures included, into one compressed file with a digest of each table, as of one moment.
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
      const tables = Object.values(await backUp(engine.target, path, now, config.backupRecipient));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `${path}: ${rows} rows of ${tables.length} tables${config.backupRecipient === undefined ? '' : ', sealed'}`,
      );
    } finally {
      await engine.stop();
    }
  },
};
