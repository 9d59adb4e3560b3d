/** Facts about a page for readers who have not opened it: search engines, and apps that show a shared link. */
import { matchPattern, pathBelow } from '../routing/match-route.ts';
import { coverOf, findOutlet, startingPrice } from '../state/menu.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { isId, type ItemId } from '#contract/base/ids.ts';
import { addressLines, inLanguage, outletName, restaurantName } from '../language/in-language.ts';
import { moneyText } from '../language/language.ts';
import { pathsOf, patterns } from '../routing/paths.ts';
import { itemData, menuData, outletData, type Subject } from './structured-data.ts';
import { documentWords } from './words.ts';

/** Where a site is. */
export interface SiteAddress {
  /** 'https://order.example.com'. */
  origin: string;
  /** '/demo', or '' on an own domain. */
  base: string;
}

export interface PageFacts {
  description: string;
  /** The one address of what the page shows, with its origin; null for a page that is a guest's own, which nobody else finds. */
  canonical: string | null;
  /** The same page in each language that it is offered in, and for whoever reads none of them; none where there is one language. */
  alternates: (readonly [hreflang: string, address: string])[];
  /** With its origin; null where the restaurant has none. */
  image: string | null;
  structuredData: object | null;
}

const guestsOwn = [
  patterns.basket,
  patterns.checkout,
  patterns.placed,
  patterns.order,
  patterns.receipt,
  patterns.myOrders,
  patterns.phone,
  patterns.code,
  patterns.register,
];

export function pageFacts(subject: Subject, path: string, query: URLSearchParams): PageFacts {
  const { menu, language, origin, base } = subject;
  const { catalogue } = menu;
  const { logo, languages } = catalogue.restaurant;
  const name = restaurantName(catalogue.restaurant, language);
  const words = documentWords[language];
  const paths = pathsOf(base);
  const below = pathBelow(paths.base, path) ?? '/:';
  const cover = coverOf(catalogue) ?? logo;
  const facts = {
    description: words.menuDescription(name),
    image: cover === null ? null : `${origin}${cover}-1200.webp`,
  };
  // The bare address is that of the first language, and for whoever asks for none: a search engine, too.
  const inLanguageAt = (path: string, other: Language) =>
    `${origin}${path}${other === languages[0] ? '' : searchFor(path, other)}`;
  const at = (path: string): Pick<PageFacts, 'canonical' | 'alternates'> => ({
    canonical: inLanguageAt(path, language),
    alternates:
      languages.length === 1
        ? []
        : [...languages.map((other) => [other, inLanguageAt(path, other)] as const), ['x-default', `${origin}${path}`]],
  });
  const own = { ...facts, canonical: null, alternates: [], structuredData: null };
  if (guestsOwn.some((pattern) => matchPattern(pattern, below) !== null)) return own;
  if (below === '/' || matchPattern(patterns.menu, below) !== null)
    return { ...facts, ...at(paths.menu()), structuredData: menuData(subject) };

  const chosen = matchPattern(patterns.choosePlace, below);
  if (chosen !== null && isMode(chosen['mode']))
    return { ...facts, ...at(paths.choosePlace(chosen['mode'])), structuredData: null };

  const params = matchPattern(patterns.item, below) ?? matchPattern(patterns.outlet, below);
  const outlet = params === null ? null : findOutlet(menu, params['outletName'] ?? '');
  const mode = params?.['mode'];
  if (outlet === null || !isMode(mode)) return own;
  const itemId = query.get('itemId');
  const item = itemId !== null && isId(itemId) ? menu.items.get(itemId as ItemId) : undefined;
  if (matchPattern(patterns.item, below) === null) {
    const where = outlet.address === null ? '' : addressLines(outlet.address, language).location;
    const description = words.outletDescription(name, outletName(outlet, language), where);
    return {
      ...facts,
      ...at(paths.outlet(mode, outlet.name)),
      description,
      structuredData: outletData(subject, outlet),
    };
  }
  if (item === undefined) return own;
  const { price } = startingPrice(menu, item);
  const itemName = inLanguage(item.name, item.nameTranslations, language);
  return {
    description:
      inLanguage(item.description, item.descriptionTranslations, language) ||
      words.itemDescription(itemName, name, moneyText(price, menu.currency, language)),
    image: item.image === null ? facts.image : `${origin}${item.image}-1200.webp`,
    ...at(paths.item(mode, outlet.name, item._id)),
    structuredData: itemData(subject, item),
  };
}

const isMode = (mode: string | undefined): mode is 'delivery' | 'pickup' => mode === 'delivery' || mode === 'pickup';

const searchFor = (path: string, language: Language) => `${path.includes('?') ? '&' : '?'}lang=${language}`;
