import { PictureLost } from '#server/db/unavailable.ts';
import { forgetFiles } from '#server/modules/restaurants/pictures/forget-files.ts';
import { type LostRow, movePictures } from '#server/modules/restaurants/pictures/move-pictures.ts';
import { MistakenBucket } from '#server/modules/restaurants/pictures/own-bucket.ts';
import { type Command, commandLog, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[--back | --emptied [--let-go]]',
  help: `Moves the pictures and photos that are in the database into PICTURE_BUCKET, in batches, while the server runs. It may be broken off
at any time, and goes on where it was when it is run again. New pictures go into the bucket by themselves.
--back moves all of them into the database: stop the servers first, keep PICTURE_BUCKET set for this command, and take it away afterwards.
It names those whose file the bucket has lost, and goes on with the rest.
--emptied forgets the files that the server would still have removed from a bucket, once PICTURE_BUCKET was taken away and the bucket was emptied by hand.
With --let-go it deletes the pictures and photos that --back could not bring back.`,
  options: { back: { type: 'boolean' }, emptied: { type: 'boolean' }, 'let-go': { type: 'boolean' } },
  async run({ args, options }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    const isBack = options['back'] === true;
    const letsGo = options['let-go'] === true;
    if (options['emptied'] === true) {
      if (isBack) throw new WrongUsage('Give --back or --emptied.');
      const { files, rows } = await forget(letsGo);
      console.log(`${files} files are forgotten${letsGo ? `, and ${rows} pictures and photos let go` : ''}`);
      return;
    }
    if (letsGo) throw new WrongUsage('Give --let-go with --emptied.');
    const moved = await withDatabase(async ({ db }, config) => {
      if (config.pictureBucket === undefined) throw new WrongUsage('Set PICTURE_BUCKET to the bucket of the pictures.');
      let said = 0;
      const onProgress = (count: number) => {
        if (count - said < 100) return;
        said = count;
        commandLog.info({}, `${count} moved so far`);
      };
      let lost = 0;
      const onLost = ({ table, restaurantId, key }: LostRow) => {
        lost += 1;
        commandLog.warn({}, `Its file is lost: ${table} ${key} of restaurant ${restaurantId}`);
      };
      const deps = { db, config, clock: () => new Date() };
      return movePictures(deps, { isBack, onProgress, onLost }).catch((error: unknown) => {
        const { message, cause } = error as Error;
        if (error instanceof MistakenBucket) throw error;
        if (error instanceof PictureLost)
          throw new Error(
            `The bucket has lost the files of ${lost}; all others were moved. Bring them back from the copies of its store and run it again, or ` +
              'take PICTURE_BUCKET away and run npm run cli -- pictures:move --emptied --let-go.',
            { cause: error },
          );
        const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
        throw new Error(`${reason}. Run it again: what was moved stays moved.`, { cause: error });
      });
    });
    console.log(`${moved} moved ${isBack ? 'into the database' : 'into the bucket'}`);
  },
};

function forget(letsGo: boolean): ReturnType<typeof forgetFiles> {
  return withDatabase(({ db }, config) => {
    if (config.pictureBucket !== undefined)
      throw new WrongUsage('PICTURE_BUCKET is set: the server removes them itself. Take it away first.');
    return forgetFiles(db, { letsGo });
  });
}
