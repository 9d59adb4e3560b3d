/** The words of the application in the reader's language. Components read them here, so that a language is one more file. */
import { en } from './en.ts';

export type Words = typeof en;
export const words: Words = en;
