import { isUtf8 } from 'node:buffer';
import { type FieldProblem, fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import { Refusal } from '../answers/refusal.ts';

/** Names that reach an object's prototype instead of a field. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads a JSON body; an empty one is undefined. Refuses valid JSON that no request should contain: deep nesting and
 * many keys (R75), numbers that JavaScript would change (R77) and text that no database stores (R76).
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw invalid(fieldProblem('body.not_utf8'));
  return parseJson(bytes.toString('utf8'));
}

/** Reads JSON text within a form, with the same checks. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(fieldProblem('body.not_json'));
  }
  requireSane(value, 1);
  return value;
}

/** Whether a database can store the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function requireSane(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw invalid(fieldProblem('characters_not_allowed'));
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || Object.is(value, -0)) throw invalid(fieldProblem('body.number_out_of_range'));
  } else if (typeof value === 'object' && value !== null) {
    if (depth > limits.jsonDepth) throw invalid(fieldProblem('body.too_deep'));
    if (Array.isArray(value)) for (const entry of value) requireSane(entry, depth + 1);
    else requireSaneFields(value, depth);
  }
}

function requireSaneFields(value: object, depth: number): void {
  const entries = Object.entries(value);
  if (entries.length > limits.jsonKeys) throw invalid(fieldProblem('body.too_many_fields'));
  for (const [key, entry] of entries) {
    if (forbiddenKeys.has(key) || !isStorable(key)) throw invalid(fieldProblem('body.name_not_allowed'));
    requireSane(entry, depth + 1);
  }
}

function invalid(problem: FieldProblem): Refusal {
  return new Refusal('request.invalid', undefined, { body: problem });
}
