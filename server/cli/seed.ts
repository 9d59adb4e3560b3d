import { emptyDatabase, seedDemo } from '#server/db/seed/demo.ts';
import { isEmpty } from '#server/db/seed/find-demo.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[--reset --yes]',
  help: `Fills an empty database with the demo: two restaurants, their menus and pictures, and three accounts. The server does it by
itself at its first start, unless SEED=none. A database that is not empty is left alone; --reset --yes deletes everything
in it first: all restaurants, accounts and orders. Not in production mode.`,
  options: { reset: { type: 'boolean' }, yes: { type: 'boolean' } },
  async run({ args, options }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    const isReset = options['reset'] === true;
    if (isReset && options['yes'] !== true) throw new WrongUsage('--reset deletes everything. Say --yes as well.');
    const demo = await withDatabase(async ({ db }, config) => {
      if (config.mode === 'production') throw new Error('The demo is not for production mode.');
      if (isReset) await emptyDatabase(db);
      if (!(await isEmpty(db)))
        throw new Error('The database is not empty; nothing was done. See --help about --reset.');
      return seedDemo(db, config, () => new Date());
    });
    for (const { email, password, what } of demo?.accounts ?? []) console.log(`${email} / ${password}   (${what})`);
  },
};
