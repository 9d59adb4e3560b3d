import { resolve } from 'node:path';
import { readConfig } from '#server/config.ts';
import { findDaily } from '#server/db/backup/find-daily.ts';
import { verifyBackup } from '#server/db/backup/verify.ts';
import { readKey } from './backup-key.ts';
import { type Command, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file> [--key <file>], or --daily <name> [--key <file>]',
  help: `Reads a backup from beginning to end and checks the digest of every table, without a database. --daily takes a backup that the server
has made by itself from BACKUP_BUCKET, or else from BACKUP_DIR, by its name, or the newest (--daily latest). --key names the file of the
key that a sealed backup was sealed for, or - for the standard input. Only a restore proves more.`,
  options: { key: { type: 'string' }, daily: { type: 'string' } },
  async run({ args: [file, ...more], options: { key, daily } }) {
    if ([file, daily].filter((one) => one !== undefined).length !== 1 || more.length > 0)
      throw new WrongUsage('Name the file to read, or the daily backup.');
    const { name, source } =
      typeof daily === 'string'
        ? await findDaily(readConfig(process.env), daily)
        : { name: resolve(file!), source: resolve(file!) };
    const { takenAt, tables } = await verifyBackup(source, typeof key === 'string' ? await readKey(key) : undefined);
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    console.log(`${name}: whole, of ${takenAt.toISOString()}, ${rows} rows of ${Object.keys(tables).length} tables`);
  },
};
