import { dirname, resolve } from 'node:path';
import { email as emailSchema } from '#contract/base/fields.ts';
import { readErasures } from '#server/modules/customers/privacy/erasure-list.ts';
import { type ReadIn, readArchive } from '#server/modules/restaurants/data-export/read-in/read-archive.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file> --owner <email>',
  help: `Makes a new restaurant of the archive that an owner has exported (Export everything), on an empty server or beside others, also while
the server runs. The file is checked from beginning to end first; a damaged one, or one of a newer version, is refused. All of it is
written, or nothing. Ids and secrets are new, and the address of the site is another where the old one is taken.
--owner gets an invitation by mail, as a new owner does; the link is printed as well. People, printers, drivers, the gateway,
courier companies and an own domain are connected anew. Guests who were erased since the archive was taken are erased again, as the files
erasures-*.jsonl say: those beside the archive, in BACKUP_DIR and in DATA_DIR.`,
  options: { owner: { type: 'string' } },
  async run({ args: [file, ...more], options }) {
    const owner = emailSchema.safeParse(options['owner']);
    if (file === undefined || more.length > 0 || !owner.success)
      throw new WrongUsage('A file, and --owner with an e-mail address, are needed.');
    const path = resolve(file);
    const made = await withDatabase(async ({ db }, config) => {
      const folders = new Set([config.dataDir, config.erasuresFolder, dirname(path)]);
      const erasures = (await Promise.all([...folders].map(readErasures))).flat();
      return readArchive({ db, config, clock: () => new Date() }, path, owner.data, erasures);
    });
    console.log(outcomeText(made, owner.data));
  },
};

function outcomeText(made: ReadIn, owner: string): string {
  const { slug, formerSlug, anew } = made;
  const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`);
  const lines: [boolean, string][] = [
    [
      true,
      `${made.name} was read in as it was at ${made.takenAt.toISOString()}: ${made.rows} rows, ${made.pictures} pictures.`,
    ],
    [
      made.sumsFailure !== null,
      `Its reports are not added up yet (${made.sumsFailure}): the server does it in the background, and until then they take longer.`,
    ],
    [
      !made.arePicturesMoved,
      'Its pictures are still in the database, because moving them into PICTURE_BUCKET failed. Run pictures:move; it says why.',
    ],
    [slug === formerSlug, `Its site is at /${slug}, as before.`],
    [slug !== formerSlug, `Its site is at /${slug}: /${formerSlug} is taken here.`],
    [made.erasedAgain > 0, `${count(made.erasedAgain, 'guest was', 'guests were')} erased again.`],
    [true, `${owner} is invited as its owner by mail, and by this link: ${made.invitation}`],
    [true, 'Guests can order as soon as the owner has come in, and log in with their numbers as before.'],
    [true, 'To be connected anew:'],
    [anew.people > 0, `  ${count(anew.people, 'person', 'people')}: invite them under People.`],
    [anew.printers > 0, `  ${count(anew.printers, 'printer', 'printers')}: give each a new address.`],
    [anew.drivers > 0, `  ${count(anew.drivers, 'driver', 'drivers')}: send each a new link.`],
    [anew.gateways > 0, '  the payment gateway: its keys were not in the archive.'],
    [anew.couriers > 0, `  ${count(anew.couriers, 'courier company', 'courier companies')}: enter the keys again.`],
    [anew.domains > 0, '  the own domain.'],
    [anew.contacts > 0, `  ${count(anew.contacts, 'alert contact', 'alert contacts')}: confirm each with a code.`],
    [true, '  codes at tables: print them again. Devices with notifications: allow them again.'],
  ];
  return lines.flatMap(([isSaid, line]) => (isSaid ? [line] : [])).join('\n');
}
