import type { Language } from '#contract/enumerations.ts';

/** The text in the guest's language, else as the restaurant wrote it. */
export function inLanguage(text: string, translations: Record<string, string>, language: Language): string {
  return translations[language] || text;
}
