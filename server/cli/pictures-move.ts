import { forgetFiles } from '#server/modules/restaurants/pictures/count-pictures.ts';
import { movePictures } from '#server/modules/restaurants/pictures/move-pictures.ts';
import { type Command, commandLog, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[--back | --emptied]',
  help: `Moves the pictures and photos that are in the database into PICTURE_BUCKET, in batches, while the server runs. It may be broken off
at any time, and goes on where it was when it is run again. New pictures go into the bucket by themselves.
--back moves all of them into the database: stop the servers first, keep PICTURE_BUCKET set for this command, and take it away afterwards.
--emptied forgets the files that the server would still have removed from a bucket, once PICTURE_BUCKET was taken away and the bucket was emptied by hand.`,
  options: { back: { type: 'boolean' }, emptied: { type: 'boolean' } },
  async run({ args, options }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    const isBack = options['back'] === true;
    if (options['emptied'] === true) {
      if (isBack) throw new WrongUsage('Give --back or --emptied.');
      console.log(`${await forget()} files are forgotten`);
      return;
    }
    const moved = await withDatabase(async ({ db }, config) => {
      if (config.pictureBucket === undefined) throw new WrongUsage('Set PICTURE_BUCKET to the bucket of the pictures.');
      let said = 0;
      const onProgress = (count: number) => {
        if (count - said < 100) return;
        said = count;
        commandLog.info({}, `${count} moved so far`);
      };
      return movePictures({ db, config, clock: () => new Date() }, { isBack, onProgress }).catch((error: unknown) => {
        const { message, cause } = error as Error;
        const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
        throw new Error(`${reason}. Run it again: what was moved stays moved.`, { cause: error });
      });
    });
    console.log(`${moved} moved ${isBack ? 'into the database' : 'into the bucket'}`);
  },
};

function forget(): Promise<number> {
  return withDatabase(({ db }, config) => {
    if (config.pictureBucket !== undefined)
      throw new WrongUsage('PICTURE_BUCKET is set: the server removes them itself. Take it away first.');
    return forgetFiles(db);
  });
}
