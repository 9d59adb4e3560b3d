import { fieldProblemText } from '#contract/base/field-problems.ts';
import { randomBytes } from 'node:crypto';
import { email as emailSchema } from '#contract/base/fields.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { createAdmin } from '#server/modules/accounts/create-admin.ts';
import { createFactorToken } from '#server/modules/accounts/second-factor/factor-tokens.ts';
import { createPasswords } from '#server/modules/accounts/passwords/passwords.ts';
import { factorTokenText } from './admin-token.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '--email <email> [--password <password>] [--first-name <name>] [--last-name <name>]',
  help: `Makes a platform admin, who sees the users and restaurants of all. Without --password one is made up and printed once:
what is typed on a command line stays in the history of the shell. The first log in sets a second factor up, with the one-time token
that is printed as well (admin:token prints another): have an authenticator app at hand.`,
  options: {
    email: { type: 'string' },
    password: { type: 'string' },
    'first-name': { type: 'string', default: 'Platform' },
    'last-name': { type: 'string', default: 'Admin' },
  },
  async run({ args, options }) {
    const email = emailSchema.safeParse(options['email']);
    if (args.length > 0 || !email.success) throw new WrongUsage('--email with an e-mail address is needed.');
    const given = options['password'];
    const password = typeof given === 'string' ? given : randomBytes(15).toString('base64url');
    const names = { firstName: String(options['first-name']), lastName: String(options['last-name']) };
    const token = await withDatabase(async ({ db }) => {
      await createAdmin(db, createPasswords(), { email: email.data, password, ...names }, new Date()).catch(explain);
      return createFactorToken(db, email.data, new Date());
    });
    console.log(`${email.data} can log in now.${given === undefined ? `\nPassword: ${password}` : ''}`);
    console.log(factorTokenText(token));
  },
};

function explain(error: unknown): never {
  if (error instanceof Refusal) {
    const [problem] = Object.values(error.fields ?? {});
    throw new Error(problem === undefined ? error.message : fieldProblemText(problem), { cause: error });
  }
  throw error;
}
