/**
 * Structured data about a restaurant for search engines and assistants: schema.org in JSON-LD. The menu page has the
 * whole menu once, at a restaurant for each outlet; an outlet's page has that outlet, an item's page that dish.
 */
import type { CatalogueCategory, CatalogueItem, CatalogueMode, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { Diet, Language } from '#contract/base/enumerations.ts';
import { toDecimalText } from '#contract/base/money.ts';
import {
  type SpecialHours,
  specialDayOn,
  specialDaysIn,
  spansOf,
  type Period,
} from '#contract/outlets/opening-hours.ts';
import { DAY_MINUTES, dayAfter, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { addressLines, inLanguage, outletName, restaurantName } from '../language/in-language.ts';
import { availabilityAt, coverOf, type Menu, startingPrice } from '../state/menu.ts';
import { pathsOf } from '../routing/paths.ts';
import type { SiteAddress } from './page-facts.ts';
import { documentWords } from './words.ts';

type Thing = { '@type': string } & Record<string, unknown>;

export interface Subject extends SiteAddress {
  menu: Menu;
  language: Language;
  now: Date;
}

/** The menu page: every outlet as a restaurant, the first with the menu inside, the others pointing to it. */
export function menuData(subject: Subject): object {
  const { menu, origin, base } = subject;
  const { outlets } = menu.catalogue;
  const menuId = `${origin}${pathsOf(base).menu()}#menu`;
  const [first = null, ...others] = outlets;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { ...restaurantOf(subject, first), hasMenu: { ...menuOf(subject), '@id': menuId } },
      ...others.map((outlet) => ({ ...restaurantOf(subject, outlet), hasMenu: { '@id': menuId } })),
    ],
  };
}

/** An outlet's page: the outlet, with where the menu is. */
export function outletData(subject: Subject, outlet: CatalogueOutlet): object {
  const hasMenu = `${subject.origin}${pathsOf(subject.base).menu()}`;
  return { '@context': 'https://schema.org', ...restaurantOf(subject, outlet), hasMenu };
}

/** An item's page: the dish. */
export function itemData(subject: Subject, item: CatalogueItem): object {
  return { '@context': 'https://schema.org', ...menuItemOf(subject, item) };
}

/** A restaurant with one outlet is that outlet; of several each is named with its place. */
function restaurantOf(subject: Subject, outlet: CatalogueOutlet | null): Thing {
  const { menu, origin, base } = subject;
  const { restaurant, outlets } = menu.catalogue;
  const paths = pathsOf(base);
  const cover = coverOf(menu.catalogue);
  const pictures = [outlet?.image ?? null, cover, restaurant.logo].filter((image) => image !== null);
  const name = restaurantName(restaurant, subject.language);
  const isAlone = outlet === null || outlets.length === 1;
  const mode = outlet === null ? null : shownMode(outlet);
  const page = mode === null || outlet === null || isAlone ? paths.menu() : paths.outlet(mode, outlet.name);
  return {
    '@type': 'Restaurant',
    '@id': `${origin}${paths.base}#${outlet?._id ?? 'restaurant'}`,
    name: isAlone ? name : `${name}, ${outletName(outlet, subject.language)}`,
    url: `${origin}${page}`,
    ...(pictures.length === 0 ? {} : { image: [...new Set(pictures)].map((image) => `${origin}${image}-1200.webp`) }),
    ...(restaurant.logo === null ? {} : { logo: `${origin}${restaurant.logo}-640.webp` }),
    currenciesAccepted: restaurant.currency,
    ...(outlet === null ? {} : placeOf(subject, outlet)),
  };
}

function placeOf(subject: Subject, outlet: CatalogueOutlet): Record<string, unknown> {
  const { country } = subject.menu.catalogue.restaurant;
  const { address } = outlet;
  const lines = address && addressLines(address, subject.language);
  const mode = shownMode(outlet);
  const payments = paymentsOf(outlet);
  return {
    ...(outlet.phone === '' ? {} : { telephone: outlet.phone }),
    ...(lines === null
      ? {}
      : {
          address: {
            '@type': 'PostalAddress',
            streetAddress: lines.location,
            ...(lines.area === '' ? {} : { addressLocality: lines.area }),
            // ZZ: the country is not known.
            ...(country === 'ZZ' ? {} : { addressCountry: country }),
          },
        }),
    ...(address === null || address.latitude === null || address.longitude === null
      ? {}
      : { geo: { '@type': 'GeoCoordinates', latitude: address.latitude, longitude: address.longitude } }),
    ...(payments === '' ? {} : { paymentAccepted: payments }),
    ...(mode === null ? {} : { openingHoursSpecification: hoursOf(outlet, mode, subject.now) }),
    ...(mode === null ? {} : { potentialAction: modesOf(outlet).map((each) => orderAction(subject, outlet, each)) }),
  };
}

/** Modes that are ordered from elsewhere; an order at a table begins with the code of the table. */
type RemoteMode = 'pickup' | 'delivery';

/** Modes that take orders, pickup first: its hours are those of the door. */
function modesOf(outlet: CatalogueOutlet): RemoteMode[] {
  return (['pickup', 'delivery'] as const).filter((mode) => outlet.modes[mode].acceptsOrders);
}

const shownMode = (outlet: CatalogueOutlet): RemoteMode | null => modesOf(outlet)[0] ?? null;

function paymentsOf(outlet: CatalogueOutlet): string {
  const terms = modesOf(outlet).map((mode) => outlet.modes[mode]);
  const takes = (kind: keyof Pick<CatalogueMode, 'takesCash' | 'takesCard'>) => terms.some((mode) => mode[kind]);
  return [...(takes('takesCash') ? ['Cash'] : []), ...(takes('takesCard') ? ['Credit Card'] : [])].join(', ');
}

const deliveryMethods: Record<RemoteMode, string> = {
  pickup: 'https://schema.org/OnSitePickup',
  delivery: 'http://purl.org/goodrelations/v1#DeliveryModeOwnFleet',
};

function orderAction({ origin, base, language }: Subject, outlet: CatalogueOutlet, mode: RemoteMode): Thing {
  return {
    '@type': 'OrderAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${origin}${pathsOf(base).outlet(mode, outlet.name)}`,
      inLanguage: language,
      actionPlatform: ['https://schema.org/DesktopWebPlatform', 'https://schema.org/MobileWebPlatform'],
    },
    deliveryMethod: deliveryMethods[mode],
  };
}

/**
 * The hours of the week and, by their dates, the special days to come. A closing time before the opening one is on the next day;
 * a whole day is written 00:00 to 23:59 and a closed one 00:00 to 00:00, as search engines read them.
 */
export function hoursOf({ modes, specialDays, timeZone }: CatalogueOutlet, mode: RemoteMode, now: Date): Thing[] {
  const week = modes[mode].openingHours.flatMap(({ day, open, periods }) =>
    openings(open, periods).map((times) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${day}`,
      ...times,
    })),
  );
  const today = wallTime(now, timeZone).date;
  const days = specialDaysIn(specialDays, mode);
  const special = days
    .filter(({ endsOn }) => today <= endsOn)
    .flatMap((day) => {
      const times = openings(day.open, day.periods);
      const shown = times.length === 0 ? [{ opens: '00:00', closes: '00:00' }] : times;
      return rangesOf(day, days).flatMap(([validFrom, validThrough]) =>
        shown.map((times) => ({ '@type': 'OpeningHoursSpecification', ...times, validFrom, validThrough })),
      );
    });
  return [...week, ...special];
}

function openings(isOpen: boolean, periods: readonly Period[]): { opens: string; closes: string }[] {
  if (!isOpen) return [];
  return spansOf(periods).map(({ from, to }) =>
    to - from >= DAY_MINUTES
      ? { opens: '00:00', closes: '23:59' }
      : { opens: timeOfMinutes(from), closes: timeOfMinutes(to % DAY_MINUTES) },
  );
}

/** The days of a special day on which no other goes before it, as first and last dates. */
function rangesOf(day: SpecialHours, days: readonly SpecialHours[]): [first: string, last: string][] {
  const isAlone = days.every((other) => other === day || other.endsOn < day.startsOn || day.endsOn < other.startsOn);
  if (isAlone) return [[day.startsOn, day.endsOn]];
  const dates: string[] = [];
  for (let date = day.startsOn; date <= day.endsOn; date = dayAfter(date)) dates.push(date);
  return dates.filter((date) => specialDayOn(days, date) === day).map((date) => [date, date]);
}

function menuOf(subject: Subject): Thing {
  const { menu, origin, base, language } = subject;
  const { categories } = menu.catalogue;
  return {
    '@type': 'Menu',
    url: `${origin}${pathsOf(base).menu()}`,
    inLanguage: language,
    hasMenuSection: categories
      .filter(({ items }) => items.length > 0)
      .map((category) => menuSectionOf(subject, category)),
  };
}

function menuSectionOf(subject: Subject, category: CatalogueCategory): Thing {
  const { menu, language } = subject;
  return {
    '@type': 'MenuSection',
    name: inLanguage(category.name, category.nameTranslations, language),
    hasMenuItem: category.items
      .flatMap((itemId) => menu.items.get(itemId) ?? [])
      .map((item) => menuItemOf(subject, item)),
  };
}

/** The diets of schema.org; it has no allergens, which the description says instead. */
const diets: Record<Diet, string | null> = {
  vegetarian: 'VegetarianDiet',
  vegan: 'VeganDiet',
  halal: 'HalalDiet',
  kosher: 'KosherDiet',
  'gluten-free': 'GlutenFreeDiet',
  'lactose-free': 'LowLactoseDiet',
};

function menuItemOf({ menu, language, origin }: Subject, item: CatalogueItem): Thing {
  const description = [
    inLanguage(item.description, item.descriptionTranslations, language),
    ...(item.allergens.length === 0 ? [] : [documentWords[language].contains(item.allergens.join(', '))]),
  ]
    .filter(Boolean)
    .join(' · ');
  const suitable = item.diets.flatMap((diet) => diets[diet as Diet] ?? []);
  const isAvailable = availabilityAt(menu, item, null) === 'available';
  return {
    '@type': 'MenuItem',
    name: inLanguage(item.name, item.nameTranslations, language),
    ...(description === '' ? {} : { description }),
    ...(item.image === null ? {} : { image: `${origin}${item.image}-640.webp` }),
    offers: {
      '@type': 'Offer',
      price: toDecimalText(startingPrice(menu, item).price, menu.currency),
      priceCurrency: menu.currency,
      availability: `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`,
    },
    ...(item.calories === null
      ? {}
      : { nutrition: { '@type': 'NutritionInformation', calories: `${item.calories} calories` } }),
    ...(suitable.length === 0 ? {} : { suitableForDiet: suitable.map((diet) => `https://schema.org/${diet}`) }),
  };
}
