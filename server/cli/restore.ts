import { dirname, resolve } from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { connect, openEngine } from '#server/db/connect.ts';
import { type Engine, foreignEngine } from '#server/db/engine/engine.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { restore } from '#server/db/backup/restore.ts';
import { repeatRestaurantErasures } from '#server/modules/restaurants/offboarding/erase-restaurant.ts';
import { repeatErasures } from '#server/modules/customers/privacy/erase-guest.ts';
import { readErasures } from '#server/modules/customers/privacy/erasure-list.ts';
import { secretFile, writeSecretFile } from '#server/secret-file.ts';
import { readKey } from './backup-key.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file> [--key <file>]',
  help: `Puts a backup into an empty database: that of a new DATA_DIR, or of DATABASE_URL. All or nothing; the digest of every table is
checked. A backup of an older version is brought up to date; one of a newer version is refused. The server must not be running.
--key names the file of the key that a sealed backup was sealed for. Guests and restaurants that were erased since the backup are
erased again, as the files erasures-*.jsonl say: those beside the backup, in BACKUP_DIR and in DATA_DIR.`,
  options: { key: { type: 'string' } },
  async run({ args: [file, ...more], options: { key } }) {
    if (file === undefined || more.length > 0) throw new WrongUsage('Name the file to restore.');
    const config = readConfig(process.env);
    const secret = typeof key === 'string' ? await readKey(key) : undefined;
    const engine = await openEngine(config, commandLog);
    try {
      const restored = await restore(engine.target, resolve(file), await readMigrations(), commandLog, secret);
      const tables = Object.values(restored.tables);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`${rows} rows of ${tables.length} tables restored`);
      console.log(putSecretBack(restored.secret, config));
      const folders = new Set([config.dataDir, config.erasuresFolder, dirname(resolve(file))]);
      const erased = await eraseAgain(engine, [...folders], restored.takenAt);
      if (erased.guests > 0) console.log(`${erased.guests} guests erased again`);
      if (erased.restaurants > 0) console.log(`${erased.restaurants} restaurants erased again`);
    } finally {
      await engine.stop();
    }
  },
};

/**
 * Stores the secret of a sealed backup where the server looks for it.
 * @returns a sentence for the operator.
 */
function putSecretBack(secret: string | undefined, config: Config): string {
  const path = secretFile(config.dataDir);
  if (secret === undefined) {
    return `The secret is not in the backup: put the one kept with it into SECRET or ${path}, or the server will not start on this database.`;
  }
  if (config.secretFrom === 'variable' && config.secret === secret)
    return 'The secret of the backup is that of SECRET.';
  writeSecretFile(config.dataDir, secret, { isNew: false });
  return config.secretFrom === 'variable'
    ? `SECRET is another secret than that of the backup, which is in ${path} now: set SECRET to it.`
    : `The secret of the backup is in ${path} now.`;
}

async function eraseAgain(engine: Engine, folders: readonly string[], takenAt: Date) {
  const erasures = (await Promise.all(folders.map(readErasures))).flat();
  const database = await connect(foreignEngine(engine.target), commandLog);
  try {
    return {
      restaurants: await repeatRestaurantErasures(database.db, erasures, takenAt),
      guests: await repeatErasures(database.db, erasures, takenAt),
    };
  } finally {
    await database.close();
  }
}
