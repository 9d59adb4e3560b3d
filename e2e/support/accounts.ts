import { randomBytes } from 'node:crypto';
import type { SignUp } from '#contract/accounts/accounts.ts';
import type { Call } from './test.ts';

/** The form of a new account with a restaurant in Dubai, with a unique email. */
export function newAccount(): SignUp {
  const word = randomBytes(6).toString('hex');
  return {
    firstName: 'Sara',
    lastName: 'Khan',
    email: `sara-${word}@example.com`,
    country: 'United Arab Emirates',
    countryCode: '+971',
    mobileNumber: '501234567',
    restaurant: `Kitchen ${word}`,
    outlets: '1 outlet',
    chatfoodInformer: 'Google',
    password: `long ${word} words`,
  };
}

/** Opens an empty restaurant, and returns its owner's token. */
export async function signUpNew(call: Call): Promise<string> {
  return (await call('POST /auth/signup', { body: newAccount() })).token.token;
}
