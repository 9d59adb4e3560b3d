/** The catalogues, compiled by scripts/words/plugin.ts. */
declare module 'virtual:words' {
  import type { AnswerWords } from './say-answer.ts';
  import type { Catalogue } from './words.ts';

  export const english: Catalogue;
  /** By the names of their folders. */
  export const otherLanguages: Partial<Record<string, () => Promise<Catalogue>>>;
  /** The words for answers of the server, by language. */
  export const answers: Partial<Record<string, () => Promise<AnswerWords>>>;
}
