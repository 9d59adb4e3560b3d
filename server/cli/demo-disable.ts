import { disableDemo } from '#server/modules/accounts/demo-accounts.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '',
  help: `Disables the accounts of the demo, whose passwords everybody knows, and ends their sessions. Production mode refuses to start before.
The restaurants of the demo stay as they are: an admin cancels them, or an owner who was invited before goes on with them.`,
  async run({ args }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    const emails = await withDatabase(({ db }) => disableDemo(db, new Date()));
    console.log(
      emails.length === 0
        ? 'No account of the demo is enabled.'
        : `Disabled: ${emails.join(', ')}. Nobody signs in with them.`,
    );
  },
};
