import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { fingerprintOf, rebindSecret } from '#server/db/secret-fingerprint.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deleteAllProviders } from '#server/modules/accounts/company/providers.ts';
import { deleteAllFactors } from '#server/modules/accounts/second-factor/second-factor.ts';
import { deleteAllCodes } from '#server/modules/customers/queries.ts';
import { deleteAllGuestPush } from '#server/modules/customers/guest-push.ts';
import { deleteAllPushDevices } from '#server/modules/kitchen/devices/push-devices.ts';
import { deletePushKeys } from '#server/modules/outbound/push/push-keys.ts';
import { voidAllLinks } from '#server/modules/delivery/driver-secrets.ts';
import { removeAllCompanies } from '#server/modules/delivery/couriers/companies.ts';
import { disconnectAllGateways } from '#server/modules/payments/gateway-keys.ts';
import { clearAllPins } from '#server/modules/staff/memberships/memberships.ts';
import { makeSecret, secretFile, writeSecretFile } from '#server/secret-file.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

const voided = `  second factors and recovery codes: merchants log in with their password alone until they set one up; admins need admin:token
  PINs of shared tablets: each person sets a new one
  printed codes of tables: print them again
  codes that guests were sent in the last minutes: they ask for another
  messages that wait to be sent: they are given up
  notifications on devices: each device allows them again
  keys of payment gateways: owners connect them again; payments on their way wait for that
  addresses that lead back from a payment: its page is not found, and its order is placed once the owner has connected the gateway again
  links of drivers: whoever is not signed in gets a new one from the restaurant
  keys of courier companies: owners connect them again; give orders on their way to drivers
  company sign-in: owners connect it again, and whoever signed in there is signed out`;

export const command: Command = {
  usage: '--yes',
  help: `Binds the database to another secret, when the one it was used with is lost or known to others: that of SECRET, or a new one in
DATA_DIR. Stop every server first. This becomes void, and nothing else:
${voided}`,
  options: { yes: { type: 'boolean' } },
  async run({ args, options }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    if (options['yes'] !== true) throw new WrongUsage(`This becomes void:\n${voided}\nSay --yes to do it.`);
    const config = readConfig(process.env);
    const isGiven = config.secretFrom === 'variable';
    const secret = isGiven ? config.secret : makeSecret();
    // Without `join`: a running server would go on with the old secret.
    const database = await openDatabase(config, commandLog);
    try {
      await platformTransaction(database.db, 'administration', async (tx) => {
        await deleteAllFactors(tx);
        await clearAllPins(tx);
        await deleteAllCodes(tx);
        await deleteAllPushDevices(tx);
        await deleteAllGuestPush(tx);
        await deletePushKeys(tx);
        await disconnectAllGateways(tx, new Date());
        await voidAllLinks(tx);
        await removeAllCompanies(tx, new Date());
        await deleteAllProviders(tx);
        await rebindSecret(tx, fingerprintOf(secret));
        // Before the commit: where the file cannot be written, the database stays as it is.
        if (!isGiven) writeSecretFile(config.dataDir, secret, { isNew: false });
      });
    } finally {
      await database.close();
    }
    console.log(
      `The database is used with ${isGiven ? 'SECRET' : secretFile(config.dataDir)} from now on. Void:\n${voided}`,
    );
  },
};
