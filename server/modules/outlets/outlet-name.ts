import { isDuplicate } from '#server/db/is-duplicate.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/** What two outlets may not have in common: the site of the restaurant finds an outlet by its name. */
export function nameKey(name: string): string {
  return name.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** @throws Refusal outlet.name_taken where the write gives an outlet the name of another. */
export async function withFreeName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Refusal('outlet.name_taken', undefined, { name: 'Another outlet has this name' });
  }
}
