/** How hard a password is to guess, by its length and kinds of characters. The server refuses common ones besides. Pure functions. */
import { limits } from '#contract/base/limits.ts';

export const strengths = ['weak', 'fair', 'strong'] as const;
export type Strength = (typeof strengths)[number];

const kinds = [/\p{Lowercase}/u, /\p{Uppercase}/u, /\p{Number}/u, /[^\p{Letter}\p{Number}]/u, /\p{Other_Letter}/u];
/** From this length a sentence of small letters is strong. */
const longLength = 16;

export function strengthOf(password: string): Strength {
  const length = Array.from(password).length;
  const different = new Set(password).size;
  if (length < limits.passwordMin || different < limits.passwordMin / 2) return 'weak';
  const kindCount = kinds.filter((kind) => kind.test(password)).length;
  if (length >= longLength || (length >= 12 && kindCount >= 2) || (length >= 10 && kindCount >= 3)) return 'strong';
  return 'fair';
}
