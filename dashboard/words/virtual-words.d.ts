/** Compiled by scripts/words/plugin.ts. */
declare module 'virtual:words' {
  import type { Forms } from './forms.ts';
  import type { Catalogue } from './words.ts';

  type CompileWith = (forms: Forms) => Catalogue;
  export const english: CompileWith;
  /** Languages by the names of their folders. */
  export const otherLanguages: Partial<Record<string, () => Promise<{ catalogue: CompileWith }>>>;
}
