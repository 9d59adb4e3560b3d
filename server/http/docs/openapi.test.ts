import { describe, expect, test } from 'vitest';
import { api, apiRoot } from '#contract/base/api.ts';
import { errors } from '#contract/base/errors.ts';
import { docsPage } from './api-docs.ts';
import { type JsonSchema, openApi, type Operation } from './openapi.ts';
import { schemaText } from './schema-text.ts';

const document = openApi(api, '1.2.3');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

/** The fixed fields of each OpenAPI 3.1 object that occurs in the document, required ones first and marked by '!'. */
const fixedFields = {
  root: [
    'openapi!',
    'info!',
    'jsonSchemaDialect',
    'servers',
    'paths',
    'webhooks',
    'components',
    'security',
    'tags',
    'externalDocs',
  ],
  info: ['title!', 'version!', 'summary', 'description', 'termsOfService', 'contact', 'license'],
  pathItem: [
    'summary',
    'description',
    'get',
    'put',
    'post',
    'delete',
    'options',
    'head',
    'patch',
    'trace',
    'servers',
    'parameters',
  ],
  operation: [
    'responses!',
    'tags',
    'summary',
    'description',
    'externalDocs',
    'operationId',
    'parameters',
    'requestBody',
    'callbacks',
    'deprecated',
    'security',
    'servers',
  ],
  parameter: [
    'name!',
    'in!',
    'description',
    'required',
    'deprecated',
    'allowEmptyValue',
    'style',
    'explode',
    'schema',
    'example',
    'content',
  ],
  requestBody: ['content!', 'description', 'required'],
  mediaType: ['schema', 'example', 'examples', 'encoding'],
  response: ['description!', 'headers', 'content', 'links'],
};

function problemsOf(kind: keyof typeof fixedFields, value: object, place: string): string[] {
  const fields = fixedFields[kind];
  const known = fields.map((field) => field.replace('!', ''));
  const missing = fields.filter((field) => field.endsWith('!') && !Object.hasOwn(value, field.slice(0, -1)));
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return [...missing, ...unknown].map((name) => `${place}: ${name}`);
}

/** Every schema in the document, at any depth. */
function schemasIn(value: unknown): JsonSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(schemasIn);
  return 'type' in value && typeof value.type === 'string' ? [value as JsonSchema, ...inside] : inside;
}

describe('the OpenAPI document', () => {
  test('has every endpoint of the contract and no other', () => {
    const described = operations.map(([route]) => route.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(described.sort()).toEqual(Object.keys(api).sort());
    expect(document.servers).toEqual([{ url: apiRoot }]);
  });

  test('has the structure of OpenAPI 3.1', () => {
    const problems = [...problemsOf('root', document, 'root'), ...problemsOf('info', document.info, 'info')];
    for (const [path, item] of Object.entries(document.paths)) problems.push(...problemsOf('pathItem', item, path));
    for (const [route, operation] of operations) {
      problems.push(...problemsOf('operation', operation, route));
      for (const parameter of operation.parameters ?? []) problems.push(...problemsOf('parameter', parameter, route));
      if (operation.requestBody) problems.push(...problemsOf('requestBody', operation.requestBody, route));
      for (const response of Object.values(operation.responses))
        problems.push(...problemsOf('response', response, route));
      const contents = [
        operation.requestBody?.content ?? {},
        ...Object.values(operation.responses).map(({ content }) => content),
      ];
      for (const media of contents.flatMap((content) => Object.values(content)))
        problems.push(...problemsOf('mediaType', media, route));
    }
    expect(problems).toEqual([]);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('names each operation once, and each parameter of a path', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const [route, { parameters = [] }] of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(route.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  });

  test('says who may call each operation, and how it is refused', () => {
    for (const [, { security, responses, tags }] of operations) {
      const isOpen = security.length === 0;
      expect(Object.hasOwn(responses, '403')).toBe(!isOpen);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '429', '500', '503']));
      expect(document.tags).toContainEqual({ name: tags[0] });
    }
    expect(document.components.securitySchemes).toHaveProperty('bearer');
  });

  test('uses only keywords of JSON Schema 2020-12', () => {
    const schemas = schemasIn(document);
    expect(schemas.length).toBeGreaterThan(500);
    const types = new Set(schemas.map(({ type }) => String(type)));
    expect(
      [...types].filter(
        (type) => !['object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'http'].includes(type),
      ),
    ).toEqual([]);
    for (const schema of schemas) {
      // Keywords of draft 4 and OpenAPI 3.0, which mean nothing or something else now.
      expect(schema).not.toHaveProperty('nullable');
      expect(typeof schema.exclusiveMinimum).not.toBe('boolean');
      if (schema.required)
        expect(schema.required.every((name) => Object.hasOwn(schema.properties ?? {}, name))).toBe(true);
      if (schema.pattern !== undefined) expect(() => new RegExp(schema.pattern!, 'u')).not.toThrow();
    }
  });

  test('resolves its references', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Error"']));
    const { code } = document.components.schemas['Error']!.properties!;
    expect((code as JsonSchema).enum).toEqual(Object.keys(errors));
  });

  test('describes a form with its JSON fields', () => {
    const update = document.paths['/outlet/update-outlet/{id}']!['put']!.requestBody!.content;
    expect(Object.keys(update)).toEqual(['multipart/form-data', 'application/json']);
    expect(update['multipart/form-data']!.encoding).toMatchObject({ status: { contentType: 'application/json' } });
  });
});

describe('the page', () => {
  const page = docsPage(document);

  test('names every endpoint and contains nothing active or external', () => {
    for (const [route, { summary }] of operations) {
      expect(page.replaceAll('<wbr>', '')).toContain(`${apiRoot}${route.split(' ')[1]}`);
      expect(page).toContain(summary);
    }
    expect(page).not.toMatch(/<script|<img|<iframe|\bon\w+=|https?:\/\/\w|javascript:|@import|url\(/i);
    expect(page).toContain('name="viewport"');
  });

  test('escapes text', () => {
    const hostile = openApi({ ...api }, '<script>alert(1)</script>');
    expect(docsPage(hostile)).not.toContain('<script>');
  });
});

test.each([
  [{ type: 'string', maxLength: 5 }, 'text (to 5)'],
  [{ type: 'string', minLength: 1, maxLength: 5 }, 'text (1 to 5)'],
  [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 'whole number'],
  [{ type: 'integer', minimum: 1 }, 'whole number (1 to any)'],
  [{ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }, 'id | null'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 }, '("a" | "b")[] (to 3)'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name]: text }'],
  [{ type: 'object', properties: { a: { type: 'boolean' } } }, '{\n  a?: boolean\n}'],
  [{}, 'anything'],
] as [JsonSchema, string][])('%j reads %j', (schema, text) => {
  expect(schemaText(schema)).toBe(text);
});
