import type * as z from 'zod';
import { explainIssues } from '#contract/base/explain-input.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import { isStorable } from './json-body.ts';
import { Refusal } from '../answers/refusal.ts';

/**
 * The value as parsed by its schema. Throws `request.invalid` with the problems by field:
 * `{ 'items.0.quantity': { code: 'required' } }`.
 */
export function checkedInput(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Refusal('request.invalid', undefined, explainIssues(schema, value, result.error.issues));
}

/** Values of a path or a query: text, each name once (R81). */
export function checkedWords(schema: z.ZodType, words: object): unknown {
  for (const [name, word] of Object.entries(words)) {
    if (Array.isArray(word)) throw new Refusal('request.invalid', undefined, { [name]: fieldProblem('given_twice') });
    if (typeof word === 'string' && !isStorable(word)) {
      throw new Refusal('request.invalid', undefined, { [name]: fieldProblem('characters_not_allowed') });
    }
  }
  return checkedInput(schema, words);
}

/** The Idempotency-Key header, or null without one. Refuses values that are too long or not visible ASCII. */
export function checkedIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && header.length <= limits.idempotencyKeyMax && /^[\u0021-\u007e]+$/.test(header)) {
    return header;
  }
  throw new Refusal('request.invalid', undefined, {
    'Idempotency-Key': fieldProblem('request.key_invalid', { most: limits.idempotencyKeyMax }),
  });
}
