import { z } from 'zod';

/**
 * An address of somebody else's server in the environment. With a user and a password in it nothing could be sent: `fetch` refuses it at
 * each call, by an error that has them in its text. They belong in the variable of the header, where there is one.
 */
export const httpAddress = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http or https address')
  .refine((text) => !URL.canParse(text) || isWithoutUser(new URL(text)), 'must be without user and password');

/** Whether nothing follows the host and the port but a slash. Another problem of the address is said alone. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash } = new URL(text);
  return pathname === '/' && search + hash === '';
}

function isWithoutUser({ username, password }: URL): boolean {
  return username === '' && password === '';
}
