import * as z from 'zod';
import { apiRoot } from '#contract/base/api.ts';
import type { CallerKind, Endpoint } from '#contract/base/endpoint.ts';
import { type ErrorCode, errors } from '#contract/base/errors.ts';
import { Problem } from '#contract/base/fields.ts';

/** A JSON schema as zod generates it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The part of OpenAPI 3.1 that this product writes. */
export interface OpenApi {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: JsonSchema; encoding?: Record<string, object> }>;
  };
  responses: Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

const callersWords: Record<CallerKind, string> = {
  anonymous: 'anybody',
  site: "a restaurant's site",
  customer: 'a guest',
  registration: 'a number just verified',
  driver: 'a driver',
  owner: 'an owner',
  manager: 'a manager',
  staff: 'staff',
  admin: 'an admin',
};

/** Describes the endpoints, keyed 'METHOD /path' relative to the API root. */
export function openApi(endpoints: Record<string, Endpoint>, version: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  const tags = new Set<string>();
  for (const [route, endpoint] of Object.entries(endpoints)) {
    const [method, path] = route.split(' ') as [string, string];
    const operation = describeOperation(route, endpoint);
    tags.add(operation.tags[0]!);
    (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = operation;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Order Manager',
      version,
      description:
        'Send the bearer token of sign-in, of a verified phone code or of a site in the Authorization header. ' +
        'Every answer that is not 2xx is an Error. Amounts are numbers in major units; instants are UTC.',
    },
    servers: [{ url: apiRoot }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function describeOperation(route: string, endpoint: Endpoint): Operation {
  const { callers, summary, isIdempotent } = endpoint;
  const words = route.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const parameters = [
    ...describeParameters('path', endpoint.params),
    ...describeParameters('query', endpoint.query),
    ...(isIdempotent === true ? [idempotencyKey] : []),
    ...(endpoint.answer === 'stream' ? [lastEventId] : []),
  ];
  const requestBody = describeBody(endpoint);
  return {
    operationId: words.map((word, index) => (index === 0 ? word.toLowerCase() : capital(word))).join(''),
    tags: [words[1]!],
    summary,
    description: `May be called by ${callers.map((caller) => callersWords[caller]).join(', ')}.`,
    security: callers.includes('anonymous') ? [] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: describeResponses(endpoint),
  };
}

function describeParameters(place: 'path' | 'query', object: z.ZodObject | undefined): Parameter[] {
  if (object === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(object, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: schema as JsonSchema,
  }));
}

function describeBody({ body, form, files = [] }: Endpoint): Operation['requestBody'] | null {
  if (form !== undefined) return describeForm(schemaOf(form, 'input'), files);
  if (body === undefined) return null;
  return { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } };
}

/**
 * A form is also accepted as JSON. Fields other than strings are sent as JSON text, which `encoding` declares in 3.1.
 */
function describeForm(schema: JsonSchema, files: readonly string[]): Operation['requestBody'] {
  const fields = Object.entries(schema.properties ?? {});
  const encoded = fields.filter(([, field]) => typeof field === 'object' && field.type !== 'string');
  const parts = files.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }]);
  return {
    required: (schema.required ?? []).length > 0,
    content: {
      'multipart/form-data': {
        schema: { ...schema, properties: Object.fromEntries([...fields, ...parts]) },
        encoding: Object.fromEntries(encoded.map(([name]) => [name, { contentType: 'application/json' }])),
      },
      'application/json': { schema },
    },
  };
}

function describeResponses({ answer, callers, errors: declared }: Endpoint): Operation['responses'] {
  const isOpen = callers.includes('anonymous');
  const common: ErrorCode[] = [
    'request.invalid',
    ...(isOpen ? [] : (['auth.required', 'auth.forbidden'] as const)),
    'rate.limited',
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set<ErrorCode>([...common, ...declared, 'server.error', 'server.unavailable'])) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refusals = [...byStatus].sort(([one], [other]) => one - other);
  return {
    '200': describeAnswer(answer),
    ...Object.fromEntries(
      refusals.map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${errors[code].msg}`).join('\n\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
  };
}

function describeAnswer(answer: Endpoint['answer']): Operation['responses'][string] {
  if (answer === 'stream') {
    return { description: 'The stream of events.', content: { 'text/event-stream': { schema: { type: 'string' } } } };
  }
  if (answer === 'file') return { description: 'The file.', content: { 'application/octet-stream': { schema: {} } } };
  return { description: 'Done.', content: { 'application/json': { schema: schemaOf(answer, 'output') } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return described;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sending the same call again with the same key does it once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const lastEventId: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event that was seen; the stream goes on after it.',
  schema: { type: 'string' },
};

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Why a call was refused. `code` is stable; `msg` is for people.',
  required: ['name', 'msg', 'code', 'requestId'],
  properties: {
    name: { type: 'string' },
    msg: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    fields: {
      type: 'object',
      description:
        'What is wrong, by the path of the input. Every code has a sentence, whose `{words}` are in `details`.',
      additionalProperties: schemaOf(Problem, 'output'),
    },
    details: { type: 'object', description: 'What a screen needs to go on.', additionalProperties: true },
    requestId: { type: 'string' },
  },
  additionalProperties: false,
};
