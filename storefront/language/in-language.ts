import type { CatalogueArea, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { Language } from '#contract/base/enumerations.ts';

/** The text in the guest's language, else as the restaurant wrote it. */
export function inLanguage(text: string, translations: Record<string, string>, language: Language): string {
  return translations[language] || text;
}

export function outletName(outlet: CatalogueOutlet, language: Language): string {
  return inLanguage(outlet.name, outlet.nameTranslations, language);
}

export function areaName(area: CatalogueArea, language: Language): string {
  return inLanguage(area.areaName, area.areaNameTranslations, language);
}
