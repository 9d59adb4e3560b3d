import { isDeepStrictEqual } from 'node:util';
import buildSerializer from 'fast-json-stringify';
import * as z from 'zod';
import type { Endpoint } from '#contract/base/endpoint.ts';
import type { ErrorCode } from '#contract/base/errors.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The serialiser of a declared answer. It drops everything that the declaration does not name (R29). It is compiled at the first
 * answer: those of all endpoints together take a quarter of a start.
 */
export function answerWriter(answer: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined;
  return (value) => (write ??= compileWriter(answer))(value);
}

/** @throws where the declaration cannot be written. */
export function compileWriter(answer: z.ZodType): (value: unknown) => string {
  const schema = z.toJSONSchema(answer, { target: 'draft-7', io: 'output' });
  return buildSerializer(forWriting(schema) as Parameters<typeof buildSerializer>[0], {
    largeArrayMechanism: 'json-stringify',
  });
}

/**
 * Keeps only the parts of a schema that decide how a value is written. Limits and patterns were checked on input. A
 * union with null becomes a nullable value, so that the serialiser need not validate to find the branch.
 */
function forWriting(schema: JsonSchema): JsonSchema {
  if (schema.type === 'array' && isOfNumbers(schema)) return {};
  const branches = (schema.anyOf ?? schema.oneOf)?.filter((branch) => branch.type !== 'null');
  if (branches?.length === 1) {
    const only = forWriting(branches[0]!);
    return isEmpty(only) ? only : { ...only, nullable: true };
  }
  if (branches !== undefined) return { anyOf: branches.map(forWriting) };
  const { type, properties, required, items, additionalProperties } = schema;
  return {
    ...(schema.const === undefined ? {} : { const: schema.const }),
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined ? {} : { properties: mapValues(properties) }),
    ...(required === undefined ? {} : { required }),
    ...(isSchema(items) ? { items: forWriting(items) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: forWriting(additionalProperties) } : {}),
  };
}

/** Lists of numbers, such as outlines, have nothing that could be dropped: as values of no type they are written by the platform, at once. */
function isOfNumbers({ type, items }: JsonSchema): boolean {
  if (type === 'number' || type === 'integer') return true;
  if (type !== 'array' || items === undefined) return false;
  return [items].flat().every((item) => isSchema(item) && isOfNumbers(item));
}

/** Without rules: any value is written, null too. */
function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

function mapValues(properties: Record<string, z.core.JSONSchema._JSONSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, isSchema(property) ? forWriting(property) : {}]),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks that the written answer matches its declaration exactly: an extra field is as wrong as a missing one. For
 * tests, because it costs as much as making the answer.
 * @throws an Error that says what is wrong where.
 */
export function requireDeclared(answer: z.ZodType, written: string): void {
  const value: unknown = JSON.parse(written);
  const result = answer.safeParse(value);
  if (!result.success) throw new Error(`The answer is not the declared one: ${z.prettifyError(result.error)}`);
  if (!isDeepStrictEqual(result.data, value)) throw new Error('The answer has fields that are not declared');
}

/** Checks that a refusal is declared by the endpoint, or is one that any call may answer. */
export function requireDeclaredRefusal(route: string, { errors }: Endpoint, code: ErrorCode): void {
  const isCommon = ['request.', 'rate.', 'server.', 'auth.required', 'auth.forbidden', 'restaurant.closed'].some(
    (start) => code.startsWith(start),
  );
  if (!isCommon && !errors.includes(code)) throw new Error(`${route} refuses with ${code}, which it does not declare`);
}
