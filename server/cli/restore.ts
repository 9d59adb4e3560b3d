import { resolve } from 'node:path';
import { readConfig } from '#server/config.ts';
import { openEngine } from '#server/db/connect.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { restore } from '#server/db/restore.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file>',
  help: `Puts a backup into an empty database: that of a new DATA_DIR, or of DATABASE_URL. All or nothing; the digest of every table is
checked. A backup of an older version is brought up to date; one of a newer version is refused. The server must not be running.`,
  async run({ args: [file, ...more] }) {
    if (file === undefined || more.length > 0) throw new WrongUsage('Name the file to restore.');
    const engine = await openEngine(readConfig(process.env), commandLog);
    try {
      const tables = Object.values(await restore(engine.target, resolve(file), await readMigrations(), commandLog));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`${rows} rows of ${tables.length} tables restored`);
    } finally {
      await engine.stop();
    }
  },
};
