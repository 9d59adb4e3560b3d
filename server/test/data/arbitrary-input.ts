/** Arbitrary requests: valid by the declared schema, nearly valid, and invalid. */
import * as fc from 'fast-check';
import * as z from 'zod';
import type { Endpoint } from '#contract/base/endpoint.ts';
import type { RawInput } from '../servers/raw-call.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Values that a careless or hostile client sends. */
const nasty: unknown[] = [
  null,
  true,
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202eevil',
  "'; drop table orders; --",
  '%00',
  '../../etc/passwd',
  '${7*7}',
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
  'null',
  'NaN',
  -1,
  -0,
  0.1 + 0.2,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '9999-12-31T23:59:59Z',
  [],
  {},
  [[]],
  { $gt: '' },
  { toString: 'x' },
];

/** Input of an endpoint. `ids` exist, and `right` is a call that succeeds, so that some requests pass validation. */
export function arbitraryInput(endpoint: Endpoint, ids: readonly string[], right: RawInput): fc.Arbitrary<RawInput> {
  const part = (schema: z.ZodType | undefined, example: unknown) =>
    schema === undefined
      ? fc.constant(undefined)
      : spoiled(fc.oneof(fc.constant(example), valueOf(z.toJSONSchema(schema, { io: 'input' }), ids)));
  return fc
    .record({
      params: part(endpoint.params, right.params),
      query: part(endpoint.query, right.query),
      body: fc.oneof({ weight: 9, arbitrary: part(endpoint.body, right.body) }, { weight: 1, arbitrary: anything }),
      form: part(endpoint.form, right.form),
      key: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 300 }), { nil: undefined }),
    })
    .map(({ params, query, body, form, key }) => ({
      params: asWords(params),
      query: asWords(query),
      body: endpoint.body === undefined ? undefined : body,
      form,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })) as fc.Arbitrary<RawInput>;
}

const anything = fc.oneof(fc.constantFrom(...nasty), fc.jsonValue({ maxDepth: 4 }));

/** Path and query carry text; values that no address can carry are left out. */
function asWords(words: unknown): Record<string, string> {
  if (typeof words !== 'object' || words === null) return {};
  const texts = Object.entries(words).map(
    ([name, word]) => [name, typeof word === 'string' ? word : JSON.stringify(word)] as const,
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined && text.isWellFormed()));
}

/** The value unchanged, or with one place of it replaced. */
function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.boolean(), anything, fc.nat()).map(([right, isSpoiled, wrong, place]) => {
    if (!isSpoiled) return right;
    const places = placesOf(right);
    return replaced(right, places[place % places.length]!, wrong);
  });
}

function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, entry]) => placesOf(entry, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], wrong: unknown): unknown {
  if (key === undefined) return wrong;
  const entry = replaced((value as Record<string, unknown>)[key], rest, wrong);
  return Array.isArray(value) ? value.with(Number(key), entry) : { ...(value as object), [key]: entry };
}

/** Values that a schema allows, for the keywords used in this contract. */
function valueOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueOf(choice, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return objectOf(schema, ids);
  if (schema.type === 'array') return arrayOf(schema, ids);
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : textOf(schema, ids);
}

function arrayOf({ items, minItems = 0, maxItems = 4 }: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown[]> {
  return fc.array(valueOf(items as JsonSchema, ids), { minLength: minItems, maxLength: Math.min(maxItems, 4) });
}

function objectOf({ properties = {}, required = [] }: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]) => [name, valueOf(property as JsonSchema, ids)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required });
}

function numberOf({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
  if (type === 'integer') return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return fc.oneof(fc.integer({ min: Math.ceil(min), max: Math.floor(max) }), fc.double({ min, max, noNaN: true }));
}

/** Words used by the contract, so that texts are meaningful at times. */
const words = [
  'delivery',
  'pickup',
  'dine-in',
  'Cash on Delivery',
  'card on pickup',
  '+971501234567',
  '00000',
  'a@b.test',
  'true',
];

function textOf({ format, maxLength = 200 }: JsonSchema, ids: readonly string[]): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid());
  if (format === 'email') return fc.oneof(fc.emailAddress(), fc.constant('a@b.test'));
  const text = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 300) });
  return fc.oneof(text, fc.string({ maxLength: Math.min(maxLength, 40) }), fc.constantFrom(...words));
}
