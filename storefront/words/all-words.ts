/** Every word of every language: for the server, which renders each page in its own. The browser has load-words.ts. */
import type { Language } from '#contract/base/enumerations.ts';
import { ar } from './ar.ts';
import { arLazy } from './ar-lazy.ts';
import { en } from './en.ts';
import { enLazy } from './en-lazy.ts';
import type { Words } from './words.ts';

export const wordsOf: Record<Language, Words> = { en: { ...en, ...enLazy }, ar: { ...ar, ...arLazy } };
