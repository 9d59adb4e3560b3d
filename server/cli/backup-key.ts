import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeKey } from '#server/db/encryption.ts';
import { type Command, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file>',
  help: `Makes a key for backups, writes it into a new file, and prints the value of BACKUP_RECIPIENT that seals backups for it. The server
needs the recipient alone: keep the file elsewhere, twice. Without it no sealed backup can be read again, by nobody.`,
  async run({ args: [file, ...more] }) {
    if (file === undefined || more.length > 0) throw new WrongUsage('Name the file to write the key into.');
    const { key, recipient } = await makeKey();
    // The format of the tool `age`, which can open such backups too. An existing key is never overwritten.
    await writeFile(resolve(file), `# public key: ${recipient}\n${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
    console.log(`BACKUP_RECIPIENT=${recipient}`);
  },
};

/** @throws when the file has no key. */
export async function readKey(file: string): Promise<string> {
  const [key] = /^AGE-SECRET-KEY-1\S+$/m.exec(await readFile(resolve(file), 'utf8')) ?? [];
  if (key === undefined) throw new Error(`There is no key in ${file}`);
  return key;
}
