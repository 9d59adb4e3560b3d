/** Compiled by scripts/words/plugin.ts. */
declare module 'virtual:words' {
  import type { Forms } from './forms.ts';
  import type { AnswerWords } from './say-answer.ts';
  import type { Catalogue } from './words.ts';

  type CompileWith = (forms: Forms) => Catalogue;
  export const english: CompileWith;
  /** By the names of their folders. */
  export const otherLanguages: Partial<Record<string, () => Promise<{ catalogue: CompileWith }>>>;
  /** The words for answers of the server, by language. */
  export const answers: Partial<Record<string, () => Promise<{ catalogue: (forms: Forms) => AnswerWords }>>>;
}
