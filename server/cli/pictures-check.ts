import { countKnown, lookAtBucket, markBucket } from '#server/modules/restaurants/pictures/own-bucket.ts';
import type { FileDeps } from '#server/modules/restaurants/pictures/picture-files.ts';
import { type Found, findUnknownFiles, whyKept } from '#server/modules/restaurants/pictures/unknown-files.ts';
import { type Command, commandLog, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[--remove-unknown | --take-over]',
  help: `Says whether PICTURE_BUCKET is the bucket of this database, and how many of its files the database does not know: those of uploads
between a backup and the loss of the machine, after that backup was restored. It may run beside the server, changes nothing, and asks the
store once for each thousand files.
--remove-unknown removes those that are older than a day, photos of guests who were erased since among them. Wait a day after a restore, and
never run it on a copy beside the database that is in use: to the copy, what that one was sent since is unknown. It is refused where this
database names no file of the bucket, or an unknown one is younger than a day. Files of restaurants that this database does not have stay.
Backups made after the restored one may name them, and would then lack them.
--take-over says that the bucket is the right one though it has no mark of this database, as after its files were copied there without it. It says
how many of the ten oldest files it finds there, and is refused where there is none. The server then removes what it has notes of.`,
  options: { 'remove-unknown': { type: 'boolean' }, 'take-over': { type: 'boolean' } },
  async run({ args, options }) {
    const isRemoving = options['remove-unknown'] === true;
    const takesOver = options['take-over'] === true;
    if (args.length > 0 || (isRemoving && takesOver))
      throw new WrongUsage('Give --remove-unknown or --take-over, or neither.');
    const sentence = await withDatabase(({ db }, config) => {
      if (config.pictureBucket === undefined) throw new WrongUsage('Set PICTURE_BUCKET to the bucket of the pictures.');
      const deps = { db, config, clock: () => new Date() };
      return takesOver ? takeOver(deps) : check(deps, isRemoving);
    });
    console.log(sentence);
  },
};

async function takeOver(deps: FileDeps): Promise<string> {
  const { store, id } = await lookAtBucket(deps);
  requireServer(id);
  const { known, there } = await countKnown(deps.db, store);
  if (known === 0)
    throw new Error('This database knows no files yet: a server marks its bucket by itself when it starts');
  if (there === 0)
    throw new Error(
      `${store.place} has none of the ${known} oldest files that this database knows. Where they are lost for good, take PICTURE_BUCKET away, ` +
        'run npm run cli -- pictures:move --emptied --let-go, and set it again',
    );
  await markBucket(deps, store, id);
  return `${store.place} has ${there} of the ${known} oldest files that this database knows, and is its bucket from now on`;
}

function requireServer(id: string | null): asserts id is string {
  if (id === null) throw new Error('No server was started on this database yet.');
}

async function check(deps: FileDeps, isRemoving: boolean): Promise<string> {
  const { store, id } = await lookAtBucket(deps);
  requireServer(id);
  let reported = 0;
  const onProgress = ({ files }: Found) => {
    if (files - reported < 10_000) return;
    reported = files;
    commandLog.info({}, `${files} looked at so far`);
  };
  const found = await findUnknownFiles(deps, { isRemoving, onProgress });
  const { files, unknown, foreign } = found;
  const { place } = store;
  const others =
    foreign === 0
      ? ''
      : `. ${foreign} more are unknown and of restaurants that this database does not have: they stay, and are removed by hand where no database has them`;
  if (isRemoving)
    return `${unknown} unknown ones are removed; ${files - unknown} pictures and photos stay in ${place}${others}`;
  const counted = `${place} is the bucket of this database. It has ${files} pictures and photos`;
  if (unknown === 0) return `${counted}, and none that is unknown${others}`;
  const reason = whyKept(found);
  const end =
    reason === null ? '--remove-unknown removes them' : `--remove-unknown would be refused, because ${reason}`;
  return `${counted}; ${unknown} of them are older than a day and known to no row. ${end}${others}`;
}
