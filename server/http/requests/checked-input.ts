import * as z from 'zod';
import { limits } from '#contract/base/limits.ts';
import { isStorable } from './json-body.ts';
import { Refusal } from '../answers/refusal.ts';

type Issue = z.core.$ZodIssue;

/**
 * The value as parsed by its schema. Throws `request.invalid` with the problems by field: `{ 'items.0.quantity': '...'
 * }`.
 */
export function checkedInput(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Refusal('request.invalid', undefined, fieldMessages(schema, value, result.error.issues));
}

/** Values of a path or a query: text, each name once (R81). */
export function checkedWords(schema: z.ZodType, words: object): unknown {
  for (const [name, word] of Object.entries(words)) {
    if (Array.isArray(word)) throw new Refusal('request.invalid', undefined, { [name]: 'Given more than once' });
    if (typeof word === 'string' && !isStorable(word)) {
      throw new Refusal('request.invalid', undefined, { [name]: 'Some characters are not allowed' });
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
    'Idempotency-Key': `Use 1 to ${limits.idempotencyKeyMax} visible ASCII characters`,
  });
}

const fieldsMax = 20;

function fieldMessages(schema: z.ZodType, value: unknown, issues: readonly Issue[]): Record<string, string> {
  const fields = Object.create(null) as Record<string, string>;
  for (const issue of issuesOfIntended(schema, value, issues).slice(0, fieldsMax)) {
    fields[issue.path.join('.') || 'body'] ??= sentence(issue, value);
  }
  return { ...fields };
}

/** For a union of objects, reports only the issues of the intended one, which shares most fields with the input. */
function issuesOfIntended(schema: z.ZodType, value: unknown, issues: readonly Issue[]): readonly Issue[] {
  if (!(schema instanceof z.ZodUnion) || typeof value !== 'object' || value === null) return issues;
  const objects = schema.options.filter((option) => option instanceof z.ZodObject);
  const shared = (option: z.ZodObject) => Object.keys(option.shape).filter((key) => Object.hasOwn(value, key)).length;
  const [meant] = objects.sort((one, other) => shared(other) - shared(one));
  return meant?.safeParse(value).error?.issues ?? issues;
}

function sentence(issue: Issue, value: unknown): string {
  const isMissing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined;
  return isMissing ? 'This field is required' : issue.message;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
