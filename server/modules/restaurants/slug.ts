import { limits } from '#contract/base/limits.ts';
import { romaniseArabic } from './romanise-arabic.ts';

/** First words of addresses that the product uses, or may use (decision 26); no restaurant gets them. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `about account accounts admin api app apps assets auth blog cdn contact customer customers dashboard delivery demo-inbox dev docs
  download driver drivers events favicon features fonts forgot-password health healthz help home images img inbox install legal livez login
  logout mail maintenance me media menu-import metrics new null oauth order orders order-manager password pay payment payments pictures
  pricing print privacy public readyz accept-invitation recover-password register resturants restaurants root search security server settings
  sign-in sign-up signin signout signup site sitemap src static status storefront support system table tables terms test
  undefined upload uploads user users v1 v2 verify-email webhooks welcome well-known www`.split(/\s+/),
);

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/**
 * The name as a part of an address: "Miller's Café & Grill" is `millers-cafe-and-grill`, and Arabic is written in Latin letters.
 * A name in neither becomes `restaurant`. May be reserved or taken: see `slugCandidates`.
 */
function slugOf(name: string): string {
  const words = romaniseArabic(
    name
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{Mark}|['’ʼ`ـء]/gu, ''),
  )
    .replaceAll(/[ßæœøðþłđı]/g, (letter) => latin[letter]!)
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return trimDashes(trimDashes(words).slice(0, limits.slug - 8)) || 'restaurant';
}

/** The candidates until one is free: the slug, then `slug-2` to `slug-9`, then `slug-` and a word from `random`. */
export function* slugCandidates(name: string, random: () => string): Generator<string, never> {
  const slug = slugOf(name);
  if (!reservedSlugs.has(slug)) yield slug;
  for (let number = 2; number < 10; number++) yield `${slug}-${number}`;
  while (true) yield `${slug}-${random()}`;
}

function trimDashes(text: string): string {
  return text.replaceAll(/^-+|-+$/g, '');
}
