import { email as emailSchema } from '#contract/base/fields.ts';
import { createFactorToken } from '#server/modules/accounts/second-factor/factor-tokens.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '--email <email>',
  help: `Prints a one-time token with which an admin sets a second factor up at the next log in; an earlier token is void. In production mode
there is no other way to set it up: the password alone would let whoever learns it choose the factor. A factor that was set up without
such a token is taken off, and all sessions of the admin end. One that was set up with a token stays: factor:reset takes it off.`,
  options: { email: { type: 'string' } },
  async run({ args, options }) {
    const email = emailSchema.safeParse(options['email']);
    if (args.length > 0 || !email.success) throw new WrongUsage('--email with an e-mail address is needed.');
    const token = await withDatabase(({ db }) => createFactorToken(db, email.data, new Date()));
    if (token === 'unknown') throw new Error(`No admin has an account with ${email.data}.`);
    if (token === 'on')
      throw new Error(`${email.data} has a second factor already; factor:reset takes a lost one off.`);
    console.log(factorTokenText(token));
  },
};

/** @throws when there is no token, which a new admin and one whose factor was just taken off always get. */
export function factorTokenText(token: Awaited<ReturnType<typeof createFactorToken>>): string {
  if (typeof token === 'string') throw new Error('The account was changed at the same time. Try again.');
  return `One-time token: ${token.token}\nThe next log in asks for it, within a day, and sets a second factor up: have an authenticator app at hand.`;
}
