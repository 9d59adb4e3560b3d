import { randomBytes } from 'node:crypto';
import type { SignUp } from '#contract/accounts/accounts.ts';
import type { Call } from './test.ts';

/** What somebody enters who opens a restaurant in Dubai; nobody else has the address. */
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

/** Opens a restaurant that has nothing yet, and answers the token of its owner. */
export async function signUpNew(call: Call): Promise<string> {
  return (await call('POST /auth/signup', { body: newAccount() })).token.token;
}
