import { z } from 'zod';

/**
 * An address of somebody else's server in the environment. With a user and a password in it nothing could be sent: `fetch` refuses it at
 * each call, by an error that has them in its text. They belong in the variable of the header, where there is one.
 */
export const httpAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http or https address')
  .refine((text) => !URL.canParse(text) || isWithoutUser(new URL(text)), 'must be without user and password');

function isWithoutUser({ username, password }: URL): boolean {
  return username === '' && password === '';
}
