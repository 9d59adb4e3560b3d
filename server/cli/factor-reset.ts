import { email as emailSchema } from '#contract/base/fields.ts';
import { resetFactor } from '#server/modules/accounts/second-factor/reset-factor.ts';
import { createFactorToken } from '#server/modules/accounts/second-factor/factor-tokens.ts';
import { factorTokenText } from './admin-token.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '--email <email>',
  help: `Takes the second factor off an account whose owner has lost the authenticator app and the recovery codes. All their sessions end,
they get a mail as soon as the server runs, and it stands in the record of their restaurant. An admin sets a new factor up at the next log
in, with the one-time token that is printed. Make sure first that it is they who ask.`,
  options: { email: { type: 'string' } },
  async run({ args, options }) {
    const email = emailSchema.safeParse(options['email']);
    if (args.length > 0 || !email.success) throw new WrongUsage('--email with an e-mail address is needed.');
    const clock = () => new Date();
    await withDatabase(async ({ db }, config) => {
      const outcome = await resetFactor({ db, config, clock }, email.data);
      if (outcome === 'unknown') throw new Error(`Nobody has an account with ${email.data}.`);
      if (outcome === 'off') throw new Error(`The account of ${email.data} has no second factor.`);
      const token = await createFactorToken(db, email.data, clock());
      console.log(token === 'unknown' ? `${email.data} logs in with the password alone now.` : factorTokenText(token));
    });
  },
};
