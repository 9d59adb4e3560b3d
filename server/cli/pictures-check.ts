import { lookAtBucket, markBucket } from '#server/modules/restaurants/pictures/own-bucket.ts';
import type { FileDeps } from '#server/modules/restaurants/pictures/picture-files.ts';
import { type Found, findUnknownFiles } from '#server/modules/restaurants/pictures/unknown-files.ts';
import { type Command, commandLog, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[--remove-unknown | --take-over]',
  help: `Says whether PICTURE_BUCKET is the bucket of this database, and how many of its files the database does not know: those of uploads
between a backup and the loss of the machine, after that backup was restored. It may run beside the server, and asks the store once
for each thousand files.
--remove-unknown removes those that are older than a day, photos of guests who were erased since among them. Backups of after the restored
moment that name them will find them no longer.
--take-over says that the bucket is the right one though it has no mark of this database, as after its files were copied there without it. The
server then removes what it has notes of.`,
  options: { 'remove-unknown': { type: 'boolean' }, 'take-over': { type: 'boolean' } },
  async run({ args, options }) {
    const isRemoving = options['remove-unknown'] === true;
    const takesOver = options['take-over'] === true;
    if (args.length > 0 || (isRemoving && takesOver))
      throw new WrongUsage('Give --remove-unknown or --take-over, or neither.');
    const said = await withDatabase(({ db }, config) => {
      if (config.pictureBucket === undefined) throw new WrongUsage('Set PICTURE_BUCKET to the bucket of the pictures.');
      const deps = { db, config, clock: () => new Date() };
      return takesOver ? takeOver(deps) : check(deps, isRemoving);
    });
    console.log(said);
  },
};

async function takeOver(deps: FileDeps): Promise<string> {
  const { store, id } = await lookAtBucket(deps);
  if (id === null) throw new Error('No server was started on this database yet.');
  await markBucket(deps, store, id);
  return `${store.place} is the bucket of this database from now on`;
}

async function check(deps: FileDeps, isRemoving: boolean): Promise<string> {
  const { state, store, id } = await lookAtBucket(deps);
  if (state === 'new' && id !== null) await markBucket(deps, store, id);
  let said = 0;
  const onProgress = ({ files }: Found) => {
    if (files - said < 10_000) return;
    said = files;
    commandLog.info({}, `${files} looked at so far`);
  };
  const { files, unknown } = await findUnknownFiles(deps, { isRemoving, onProgress });
  if (isRemoving)
    return `${unknown} unknown ones are removed; ${files - unknown} pictures and photos stay in ${store.place}`;
  const of = `${store.place} is the bucket of this database. It has ${files} pictures and photos`;
  if (unknown === 0) return `${of}, and none that is unknown`;
  return `${of}; ${unknown} of them are older than a day and known to no row. --remove-unknown removes them`;
}
