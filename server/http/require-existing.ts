import { fieldProblem } from '#contract/base/field-problems.ts';
import { Refusal } from './answers/refusal.ts';

/**
 * Refuses ids in an input that do not exist, including those of another restaurant (R23).
 * @throws Refusal request.invalid, with the field of each: `{ 'items.2': { code: 'not_found' } }`.
 */
export function requireExisting(field: string, ids: readonly string[], known: readonly { id: string }[]): void {
  const found = new Set(known.map(({ id }) => id));
  const missing = ids.flatMap((id, index) =>
    found.has(id) ? [] : [[`${field}.${index}`, fieldProblem('not_found')] as const],
  );
  if (missing.length > 0)
    throw new Refusal('request.invalid', undefined, Object.fromEntries(missing.slice(0, fieldsMax)));
}

const fieldsMax = 20;
