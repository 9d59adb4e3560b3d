import { codeOf } from './unavailable.ts';

/** Whether the database refused a row because of a unique constraint. The transaction is lost with it. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}
