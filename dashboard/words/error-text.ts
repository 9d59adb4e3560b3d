import { errorText as textOf, type ErrorPlace } from '#contract/base/error-text.ts';
import { words } from './words.ts';

/** The text for a failed call, in the reader's language. The API client has put its answer into words. */
export function errorText(error: unknown, place: ErrorPlace): string {
  return textOf(error, place, words.general.failures);
}
