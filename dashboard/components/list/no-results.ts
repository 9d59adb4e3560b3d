import { words } from '../../words/words.ts';

/** 'No results for "soup"'; without a text where filters alone left nothing. */
export function noResults(text: string): string {
  return text === '' ? words.general.list.noResults : words.general.list.noResultsFor({ text });
}
