/** Explains what a schema says about a value, as problems by field. The server checks every call with it, a form what it will send. */
import * as z from 'zod';
import { type FieldProblem, fieldProblem, type FieldProblems, isFieldProblemCode } from './field-problems.ts';
import type { Details } from './sentence.ts';

type Issue = z.core.$ZodIssue;

const mostFields = 20;

/** The problems of a value that its schema refused, the first of each field. */
export function explainIssues(schema: z.ZodType, value: unknown, issues: readonly Issue[]): FieldProblems {
  const fields = Object.create(null) as Record<string, FieldProblem>;
  for (const issue of meantIssues(schema, value, issues).slice(0, mostFields)) {
    fields[issue.path.join('.') || 'body'] ??= problemOf(issue, value);
  }
  return { ...fields };
}

/** Explains only one object of a choice between objects: the one that shares most fields with what came. */
function meantIssues(schema: z.ZodType, value: unknown, issues: readonly Issue[]): readonly Issue[] {
  if (!(schema instanceof z.ZodUnion) || typeof value !== 'object' || value === null) return issues;
  const objects = schema.options.filter((option) => option instanceof z.ZodObject);
  const shared = (option: z.ZodObject) => Object.keys(option.shape).filter((key) => Object.hasOwn(value, key)).length;
  const [meant] = objects.sort((one, other) => shared(other) - shared(one));
  return meant?.safeParse(value).error?.issues ?? issues;
}

/** Says what one issue means. `value` is the whole input, in which a missing field is told from a wrong one. */
export function problemOf(issue: Issue, value: unknown): FieldProblem {
  if (isFieldProblemCode(issue.message)) {
    const details = 'params' in issue ? (issue.params as Details | undefined) : undefined;
    return details === undefined ? { code: issue.message } : { code: issue.message, details };
  }
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(value, issue.path) === undefined
        ? fieldProblem('required')
        : issue.expected === 'number'
          ? fieldProblem('not_a_number')
          : issue.expected === 'int'
            ? fieldProblem('not_whole')
            : fieldProblem('wrong_type', { expected: issue.expected });
    case 'invalid_format':
      return issue.format === 'email'
        ? fieldProblem('email_invalid')
        : issue.format === 'regex'
          ? fieldProblem('invalid')
          : fieldProblem('wrong_type', { expected: issue.format });
    case 'invalid_value':
      return valueAt(value, issue.path) === undefined ? fieldProblem('required') : fieldProblem('not_a_choice');
    case 'too_big':
      return fieldProblem(tooBig[issue.origin] ?? 'too_large', { most: Number(issue.maximum) });
    case 'too_small':
      return fieldProblem(tooSmall[issue.origin] ?? 'too_small', { least: Number(issue.minimum) });
    case 'unrecognized_keys':
      return fieldProblem('unknown_field', { names: issue.keys.join(', ') });
    case 'invalid_union': {
      const [first] = issue.errors[0] ?? [];
      return first === undefined ? fieldProblem('invalid') : problemOf(first, valueAt(value, issue.path));
    }
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
      return fieldProblem('invalid');
  }
}

const tooBig: Partial<Record<string, 'too_long' | 'too_many'>> = {
  string: 'too_long',
  array: 'too_many',
  set: 'too_many',
};
const tooSmall: Partial<Record<string, 'too_short' | 'too_few'>> = {
  string: 'too_short',
  array: 'too_few',
  set: 'too_few',
};

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
