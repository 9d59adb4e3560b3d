import type { JsonSchema } from './openapi.ts';

/** A JSON schema as a person writes a type: `{ name: text, price: number, notes?: text | null }`. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => schemaText(choice, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return `${grouped(schemaText(asSchema(schema.items), indent))}[]${bounds(schema)}`;
  if (schema.type === 'object') return objectText(schema, indent);
  if (typeof schema.type !== 'string') return 'anything';
  return `${words[schema.format ?? ''] ?? words[schema.type] ?? schema.type}${bounds(schema)}`;
}

const words: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  'date-time': 'instant',
  uuid: 'id',
  email: 'email',
};

function objectText(schema: JsonSchema, indent: string): string {
  const { properties, required = [], additionalProperties } = schema;
  if (properties === undefined || Object.keys(properties).length === 0) {
    return typeof additionalProperties === 'object' ? `{ [name]: ${schemaText(additionalProperties, indent)} }` : '{}';
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${inner}${name}${mark}: ${schemaText(asSchema(property), inner)}\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** Only limits chosen by somebody: the range of safe integers is not worth reading. */
function bounds(schema: JsonSchema): string {
  const low = schema.minLength ?? schema.minItems ?? schema.minimum;
  const high = schema.maxLength ?? schema.maxItems ?? schema.maximum;
  const from = low === undefined || low <= Number.MIN_SAFE_INTEGER ? '' : String(low);
  const to = high === undefined || high >= Number.MAX_SAFE_INTEGER ? '' : String(high);
  return from === '' && to === ''
    ? ''
    : ` (${from === '' ? '' : `${from} `}to ${to === '' ? 'any' : to})`.replace('( to', '(to');
}

const grouped = (text: string): string => (text.includes(' | ') ? `(${text})` : text);

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
}
