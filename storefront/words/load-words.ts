/** The words in the browser: those of the page's language, and of no other. */
import type { Language } from '#contract/base/enumerations.ts';
import type { LazyWords, Words } from './words.ts';

const firstWords = {
  en: () => import('./en.ts').then((file) => file.en),
  ar: () => import('./ar.ts').then((file) => file.ar),
};
const lazyWords: Record<Language, () => Promise<LazyWords>> = {
  en: () => import('./en-lazy.ts').then((file) => file.enLazy),
  ar: () => import('./ar-lazy.ts').then((file) => file.arLazy),
};

let loaded: { language: Language; words: Words } | null = null;

/** The words that the page came with; the others are put to them before a screen that says them is shown. */
export async function loadWords(language: Language): Promise<Words> {
  const words = { ...(await firstWords[language]()) } as Words;
  loaded = { language, words };
  return words;
}

/** Before a screen that is not part of the first load is shown. */
export async function loadLazyWords(): Promise<void> {
  if (loaded !== null) Object.assign(loaded.words, await lazyWords[loaded.language]());
}
