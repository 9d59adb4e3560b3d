import { fieldProblem } from '#contract/base/field-problems.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/** The key that is unique per outlet, because the restaurant's site finds an outlet by its name. */
export function nameKey(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** @throws outlet.name_taken when the write gives an outlet the name of another. */
export async function withFreeName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Refusal('outlet.name_taken', undefined, { name: fieldProblem('outlet.name_taken') });
  }
}
