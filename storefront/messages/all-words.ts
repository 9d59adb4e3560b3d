/** Every word of every language: for the server, which renders each page in its own. The browser has load-words.ts. */
import type { Language } from '#contract/enumerations.ts';
import { ar } from './ar.ts';
import { arLater } from './ar-later.ts';
import { en } from './en.ts';
import { enLater } from './en-later.ts';
import type { Words } from './words.ts';

export const wordsOf: Record<Language, Words> = { en: { ...en, ...enLater }, ar: { ...ar, ...arLater } };
