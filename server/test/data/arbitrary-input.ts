/** Arbitrary requests: valid by the declared schema, nearly valid, and invalid. */
import * as fc from 'fast-check';
import * as z from 'zod';
import { isId } from '#contract/base/ids.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import type { RawInput } from '../servers/raw-call.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Values that a careless or hostile client sends. */
export const nasty: unknown[] = [
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
  'x'.repeat(70_000),
  'null',
  'NaN',
  -1,
  -0,
  1e9,
  -1e9,
  '1e9',
  'Infinity',
  '-Infinity',
  'undefined',
  '=1+1',
  '\r\nSet-Cookie: a=b',
  '\u0663\u0664',
  '\u{1d54f}'.repeat(300),
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
  Array.from({ length: 2_000 }, () => 0),
  nested(60),
  JSON.parse('{ "__proto__": { "isPolluted": true } }'),
  { constructor: { prototype: { isPolluted: true } } },
  { $gt: '' },
  { toString: 'x' },
];

/** Ids to ask for: those of the caller's restaurant, and those of another. */
interface Ids {
  own: readonly string[];
  foreign: readonly string[];
}

/** Input of an endpoint. The ids exist, and `right` is a call that succeeds, so that some requests pass validation. */
export function arbitraryInput(endpoint: Endpoint, ids: Ids, right: RawInput): fc.Arbitrary<RawInput> {
  const part = (schema: z.ZodType | undefined, example: unknown) =>
    schema === undefined
      ? fc.constant(undefined)
      : spoiled(fc.oneof(fc.constant(example), valueOf(z.toJSONSchema(schema, { io: 'input' }), ids)), ids);
  return fc
    .record({
      params: part(endpoint.params, right.params),
      query: part(endpoint.query, right.query),
      body: fc.oneof({ weight: 9, arbitrary: part(endpoint.body, right.body) }, { weight: 1, arbitrary: anything }),
      form: part(endpoint.form, right.form),
      bytes: fc.oneof(
        { weight: 19, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: brokenJson(right.body) },
      ),
      key: fc.option(fc.string({ unit: 'grapheme-ascii', maxLength: 300 }), { nil: undefined }),
    })
    .map(({ params, query, body, form, bytes, key }) => ({
      params: asWords(params),
      query: asWords(query),
      body: endpoint.body === undefined ? undefined : body,
      form,
      bytes: endpoint.body === undefined ? undefined : bytes,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })) as fc.Arbitrary<RawInput>;
}

/** Bytes that are no JSON, or that parsers read differently. */
function brokenJson(right: unknown = {}): fc.Arbitrary<Buffer> {
  const text = JSON.stringify(right);
  const rest = text === '{}' ? '}' : `,${text.slice(1)}`;
  return fc.oneof(
    fc.nat(text.length).map((length) => Buffer.from(text.slice(0, length))),
    fc.constantFrom(
      Buffer.concat([
        Buffer.from('{"name":"'),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
      ...[`{"__proto__":{"isPolluted":true}${rest}`, `{"constructor":{"prototype":{"isPolluted":true}}${rest}`]
        .concat(['['.repeat(100_000), '{"a":'.repeat(20_000), '', 'NaN', '1e999', '-', "{'a':1}", '{"a":1,}', 'null'])
        .concat([`${text}${text}`, `\0${text}`, '"\\ud800"'])
        .map((body) => Buffer.from(body)),
    ),
  );
}

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
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

/** The value unchanged, with one place of it replaced, or with one id of it replaced by a foreign one. */
function spoiled(value: fc.Arbitrary<unknown>, { foreign }: Ids): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.constantFrom('right', 'wrong', 'foreign'), anything, fc.nat(), fc.nat())
    .map(([right, way, wrong, place, which]) => {
      if (way === 'right') return right;
      const places = placesOf(right).filter((path) => way === 'wrong' || isIdAt(right, path));
      if (places.length === 0 || (way === 'foreign' && foreign.length === 0)) return right;
      return replaced(right, places[place % places.length]!, way === 'wrong' ? wrong : foreign[which % foreign.length]);
    });
}

function isIdAt(value: unknown, path: readonly string[]): boolean {
  const found = path.reduce((within, key) => (within as Record<string, unknown>)[key], value);
  return typeof found === 'string' && isId(found);
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
function valueOf(schema: JsonSchema, ids: Ids): fc.Arbitrary<unknown> {
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

function arrayOf({ items, minItems = 0, maxItems = 4 }: JsonSchema, ids: Ids): fc.Arbitrary<unknown[]> {
  return fc.array(valueOf(items as JsonSchema, ids), { minLength: minItems, maxLength: Math.min(maxItems, 4) });
}

function objectOf({ properties = {}, required = [] }: JsonSchema, ids: Ids): fc.Arbitrary<unknown> {
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

function textOf({ format, maxLength = 200 }: JsonSchema, ids: Ids): fc.Arbitrary<string> {
  if (format === 'uuid') {
    const known = [ids.own, ids.foreign].filter((some) => some.length > 0).map((some) => fc.constantFrom(...some));
    return fc.oneof(...known.map((arbitrary) => ({ weight: 2, arbitrary })), fc.uuid());
  }
  if (format === 'email') return fc.oneof(fc.emailAddress(), fc.constant('a@b.test'));
  const text = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 300) });
  return fc.oneof(text, fc.string({ maxLength: Math.min(maxLength, 40) }), fc.constantFrom(...words));
}
