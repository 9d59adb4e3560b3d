/** The catalogues, compiled by scripts/words/plugin.ts. */
declare module 'virtual:words' {
  import type { AnswerWords } from './say-answer.ts';
  import type { Catalogue, Words } from './words.ts';

  /** Has the words that the loaded modules read. */
  export const english: Words;
  /** The direction of each language's script, English included. */
  export const directions: Partial<Record<string, 'ltr' | 'rtl'>>;
  /** By the names of their folders. */
  export const otherLanguages: Partial<Record<string, () => Promise<Catalogue>>>;
  /** The words for answers of the server, by language. */
  export const answers: Partial<Record<string, () => Promise<AnswerWords>>>;
}
