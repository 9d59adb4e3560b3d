import type { Catalogue } from '#contract/menu/catalogue.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { accentTokens } from '#contract/restaurants/brand-colours.ts';
import { restaurantName } from '../language/in-language.ts';
import { directionOf } from '../words/words.ts';
import { pathsOf } from '../routing/paths.ts';

/** How the site looks when it is installed on a phone: its name, its colours, its logo. */
export function manifest({ restaurant }: Catalogue, language: Language, base: string): object {
  const { accent, logo } = restaurant;
  const name = restaurantName(restaurant, language);
  const paths = pathsOf(base);
  // Another logo or colour is another picture.
  const version = encodeURIComponent(`${accent.slice(1)}${logo?.slice(-8) ?? ''}`);
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `${paths.base}/icon-${purpose}-${size}.png?v=${version}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: paths.menu(),
    name,
    short_name: name,
    start_url: paths.menu(),
    scope: `${paths.base}/`,
    display: 'standalone',
    theme_color: accentTokens(accent).accent,
    background_color: '#ffffff',
    lang: language,
    dir: directionOf(language),
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  };
}
