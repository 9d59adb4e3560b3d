import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeKey } from '#server/db/encryption.ts';
import { type Command, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file>',
  help: `Makes a key for backups, writes it into a new file, and prints the value of BACKUP_RECIPIENT that seals backups for it. The server
needs the recipient alone: keep the file elsewhere, twice. Without it no sealed backup can be read again, by nobody.
With - as the file the key goes to the standard output, and the recipient to the standard error output.`,
  async run({ args: [file, ...more] }) {
    if (file === undefined || more.length > 0) throw new WrongUsage('Name the file to write the key into.');
    const { key, recipient } = await makeKey();
    // The format of the tool `age`, which can open such backups too. An existing key is never overwritten.
    const lines = `# public key: ${recipient}\n${key}\n`;
    if (file === standardStream) process.stdout.write(lines);
    else await writeFile(resolve(file), lines, { mode: 0o600, flag: 'wx', flush: true });
    (file === standardStream ? console.error : console.log)(`BACKUP_RECIPIENT=${recipient}`);
  },
};

/** The key passes by the disk of the machine, and the command may run as a user who reads nobody's files. */
const standardStream = '-';

/** @throws when the file, or the standard input, has no key. */
export async function readKey(file: string): Promise<string> {
  const isStream = file === standardStream;
  const lines = isStream ? await text(process.stdin) : await readFile(resolve(file), 'utf8');
  const [key] = /^AGE-SECRET-KEY-1\S+$/m.exec(lines) ?? [];
  if (key === undefined) throw new Error(`There is no key in ${isStream ? 'the standard input' : file}`);
  return key;
}
