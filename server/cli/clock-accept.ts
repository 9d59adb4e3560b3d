import { checkClock } from '#server/db/check-clock.ts';
import { pullFutureEvents } from '#server/events/pull-future-events.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '--yes',
  help: `Accepts the clock of this machine where it is right and was ahead earlier: a start is refused while the newest order or change in the
database is of later. Those get the present time in the list that screens follow; the orders themselves keep theirs. Set the clock first,
and stop every server.`,
  options: { yes: { type: 'boolean' } },
  async run({ args, options }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    const now = new Date();
    if (options['yes'] !== true) throw new WrongUsage(`Say --yes if it is ${now.toISOString()}.`);
    const count = await withDatabase(async ({ db }) => {
      const pulled = await pullFutureEvents(db, now);
      await checkClock(db, () => new Date());
      return pulled;
    });
    console.log(`${count} ${count === 1 ? 'entry was' : 'entries were'} from the future. The clock is accepted.`);
  },
};
