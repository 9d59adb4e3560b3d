/**
 * The words of the guest's site. A language is two files: the first comes with the page, the second with the first screen that is
 * loaded after it. English says which words there are; a language that lacks one, or has another, does not compile.
 */
import type { Language } from '#contract/base/enumerations.ts';
import type { en } from './en.ts';
import type { enLazy } from './en-lazy.ts';

export type FirstWords = typeof en;
export type LazyWords = typeof enLazy;
export type Words = FirstWords & LazyWords;

/** 'ltr' or 'rtl', for `dir`. */
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');
