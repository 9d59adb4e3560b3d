/**
 * Checks the input of a call by the schema that the server checks it by. This file carries zod and every schema of the contract:
 * it is loaded lazily, by `checked-form.ts` alone.
 */
import { api, type Route } from '#contract/base/api.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { explainIssues } from '#contract/base/explain-input.ts';
import type { FieldProblems } from '#contract/base/field-problems.ts';

/** The problems that the server's schema finds in the body or the form of a call. */
export function checkInput(route: Route, input: unknown): FieldProblems {
  const { body, form }: Endpoint = api[route];
  const schema = body ?? form;
  const issues = schema?.safeParse(input).error?.issues;
  return schema === undefined || issues === undefined ? {} : explainIssues(schema, input, issues);
}
