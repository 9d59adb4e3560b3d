import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { UploadedFile } from '../handlers.ts';
import type { Caller } from './caller.ts';
import { isStorable, parseJson } from './json-body.ts';
import { asRefusal } from '../answers/refusing.ts';
import { Refusal } from '../answers/refusal.ts';

/** The parts of a multipart form before validation. */
interface FormParts {
  form: Record<string, unknown>;
  files: Record<string, UploadedFile>;
}

/** The plan for reading a form: its fields, those sent as plain text, and its files. */
export interface FormPlan {
  fields: ReadonlySet<string>;
  textFields: ReadonlySet<string>;
  files: readonly string[];
}

/** A field whose schema accepts a string is plain text; the others are JSON text. */
export function planForm(form: z.ZodObject, files: readonly string[]): FormPlan {
  const textFields = Object.entries(form.shape)
    .filter(([, field]) => takesText(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })))
    .map(([name]) => name);
  return { fields: new Set(Object.keys(form.shape)), textFields: new Set(textFields), files };
}

function takesText(schema: z.core.JSONSchema.BaseSchema): boolean {
  return schema.type === 'string' || (schema.anyOf ?? schema.oneOf ?? []).some((part) => takesText(part));
}

/** Refuses a file of a caller, by the name of its field, before its bytes are received. The function it returns ends the file's place. */
export type AdmitFile = (caller: Caller, field: string) => Promise<() => void>;

/**
 * Reads a multipart body within the limits of R66. Undeclared parts are read to their end and dropped. Files have their places until
 * the whole form is read, or its connection is gone.
 */
export async function readForm(request: FastifyRequest, plan: FormPlan, admit: AdmitFile): Promise<FormParts> {
  const read: FormParts = { form: {}, files: {} };
  const places: (() => void)[] = [];
  const leave = () => {
    for (const end of places.splice(0)) end();
  };
  request.raw.once('close', leave);
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' && plan.files.includes(part.fieldname))
        places.push(await admit(request.caller, part.fieldname));
      await readPart(part, plan, read);
    }
  } catch (error) {
    // An incomplete or malformed body fails with the parser's own error.
    throw asRefusal(error) ?? new Refusal('request.invalid', undefined, { body: fieldProblem('body.not_a_form') });
  } finally {
    leave();
  }
  return read;
}

async function readPart(part: Multipart, plan: FormPlan, { form, files }: FormParts): Promise<void> {
  const name = part.fieldname;
  const isTwice = Object.hasOwn(form, name) || Object.hasOwn(files, name);
  if (isTwice) throw new Refusal('request.invalid', undefined, { [name]: fieldProblem('given_twice') });
  if (part.type === 'file') {
    if (!plan.files.includes(name)) return void part.file.resume();
    files[name] = { name: part.filename, contentType: part.mimetype, bytes: await part.toBuffer() };
  } else {
    if (part.fieldnameTruncated || part.valueTruncated) throw new Refusal('request.too_large');
    if (plan.fields.has(name)) form[name] = readField(name, String(part.value), plan);
  }
}

function readField(name: string, text: string, plan: FormPlan): unknown {
  if (!isStorable(text))
    throw new Refusal('request.invalid', undefined, { [name]: fieldProblem('characters_not_allowed') });
  if (plan.textFields.has(name)) return text;
  // A form sends an empty field as empty text.
  if (text === '') return null;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal('request.invalid', undefined, {
      [name]: error.fields?.['body'] ?? fieldProblem('body.not_json'),
    });
  }
}

/** The bytes of a whole form: its files, its fields, and room for what stands between them. */
export function formBytes(fileBytes: number, files: number): number {
  return fileBytes * files + limits.jsonBodyBytes + 2 ** 16;
}

/** Limits for @fastify/multipart. `fileBytes` is the size of one file. */
export function formLimits(fileBytes: number) {
  return {
    fieldNameSize: 100,
    fieldSize: limits.jsonBodyBytes,
    fields: 20,
    files: 2,
    fileSize: fileBytes,
    parts: 22,
    headerPairs: 20,
  };
}
