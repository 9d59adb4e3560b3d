import { resolve } from 'node:path';
import { verifyBackup } from '#server/db/backup/verify.ts';
import { readKey } from './backup-key.ts';
import { type Command, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file> [--key <file>]',
  help: `Reads a backup from beginning to end and checks the digest of every table, without a database. --key names the file of the key
that a sealed backup was sealed for. Only a restore proves more.`,
  options: { key: { type: 'string' } },
  async run({ args: [file, ...more], options: { key } }) {
    if (file === undefined || more.length > 0) throw new WrongUsage('Name the file to read.');
    const path = resolve(file);
    const { takenAt, tables } = await verifyBackup(path, typeof key === 'string' ? await readKey(key) : undefined);
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    console.log(`${path}: whole, of ${takenAt.toISOString()}, ${rows} rows of ${Object.keys(tables).length} tables`);
  },
};
