import type { Catalogue, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { CatalogueArea } from '#contract/outlets/delivery-areas.ts';
import type { Language } from '#contract/base/enumerations.ts';

/** The text in the guest's language, else as the restaurant wrote it. */
export function inLanguage(text: string, translations: Record<string, string>, language: Language): string {
  return translations[language] || text;
}

/** The language of a text in the restaurant's own words, for voices, where it differs from the page's. */
function foreignLanguage(
  { catalogue: { restaurant } }: { catalogue: Pick<Catalogue, 'restaurant'> },
  translations: Record<string, string>,
  language: Language,
): string | undefined {
  return restaurant.locale === language || translations[language] ? undefined : restaurant.locale;
}

/** A text of the menu as this guest reads it, and its language where that differs from the page's. */
export interface SpokenText {
  text: string;
  lang?: string | undefined;
}

export function spokenText(
  menu: { catalogue: Pick<Catalogue, 'restaurant'> },
  text: string,
  translations: Record<string, string>,
  language: Language,
): SpokenText {
  return { text: inLanguage(text, translations, language), lang: foreignLanguage(menu, translations, language) };
}

export function restaurantName({ name, nameTranslations }: Catalogue['restaurant'], language: Language): string {
  return inLanguage(name, nameTranslations, language);
}

export function outletName(outlet: CatalogueOutlet, language: Language): string {
  return inLanguage(outlet.name, outlet.nameTranslations, language);
}

export function areaName(area: CatalogueArea, language: Language): string {
  return inLanguage(area.areaName, area.areaNameTranslations, language);
}

/** The street of an outlet and its part of town. */
export function addressLines(
  { location, locationTranslations, area, areaTranslations }: NonNullable<CatalogueOutlet['address']>,
  language: Language,
): { location: string; area: string } {
  return {
    location: inLanguage(location, locationTranslations, language),
    area: inLanguage(area, areaTranslations, language),
  };
}
