import { type Config, ConfigError } from '#server/config.ts';
import type { Db } from './connect.ts';
import { bindSecret, fingerprintOf, readFingerprint } from './secret-fingerprint.ts';
import { readSecretFile, secretFile, writeSecretFile } from '#server/secret-file.ts';

/**
 * The configuration with the secret of this database. An unused database is bound to the present secret; one that was
 * used with another secret is refused, because second factors, PINs and table codes would be void without a word.
 * @throws ConfigError with the way out.
 */
export async function settleSecret(db: Db, config: Config): Promise<Config> {
  const { dataDir, secretFrom } = config;
  const wayOut = 'Put it back, or give it up with npm run cli -- secret:replace, which says what becomes void';
  if (secretFrom === 'damaged') {
    throw new ConfigError([`The secret in ${secretFile(dataDir)} is empty or cut short. ${wayOut}`]);
  }
  if (secretFrom === 'made') {
    // Another process may have stored and bound its secret since this one looked for the file.
    if ((await readFingerprint(db)) !== null && readSecretFile(dataDir).secretFrom === 'made') {
      throw new ConfigError([
        `SECRET is not set and ${secretFile(dataDir)} is missing: the database is used with a secret that is not here. ${wayOut}`,
      ]);
    }
    writeSecretFile(dataDir, config.secret, { isNew: true });
  }
  // Another process may have stored its secret first.
  const settled = secretFrom === 'made' ? { ...config, ...readSecretFile(dataDir) } : config;
  const own = fingerprintOf(settled.secret);
  await bindSecret(db, own);
  if (!(await readFingerprint(db))!.equals(own)) {
    const name = secretFrom === 'variable' ? 'SECRET' : `The secret in ${secretFile(dataDir)}`;
    throw new ConfigError([`${name} is not the one that the database is used with. ${wayOut}`]);
  }
  return settled;
}
