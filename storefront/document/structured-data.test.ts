import { describe, expect, test } from 'vitest';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import { readMenu } from '../state/menu.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { scriptJson } from './escape.ts';
import { hoursOf, itemData, menuData, outletData, type Subject } from './structured-data.ts';

const now = new Date('2026-03-04T08:00:00Z');

function subject(change: (catalogue: Catalogue) => void = () => undefined): Subject {
  const catalogue = testCatalogue();
  change(catalogue);
  return { menu: readMenu(catalogue), language: 'en', origin: 'https://order.example.com', base: '/al-noor', now };
}

type Json = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.trim() !== '';
const url: Check = (value) => typeof value === 'string' && /^https:\/\/[^\s<>"]+$/.test(value);
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const time: Check = (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
const date: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const manyOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const oneOf = (...values: string[]): Check => ((value) => values.includes(value as string)) satisfies Check;
const a =
  (...types: string[]): Check =>
  (value) =>
    types.includes((value as Json)?.['@type'] as string) && problemsOf(value).length === 0;
const pointer: Check = (value) => url((value as Json)?.['@id']) && Object.keys(value as Json).length === 1;
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

/** Written from schema.org and the guides of search engines, not from the code: what each type must have, and may. */
const vocabulary: Record<string, { must: Record<string, Check>; may: Record<string, Check> }> = {
  Restaurant: {
    must: { '@id': url, name: text, url, hasMenu: either(a('Menu'), pointer, url) },
    may: {
      image: manyOf(url),
      logo: url,
      telephone: (value) => /^\+\d{6,15}$/.test(String(value)),
      address: a('PostalAddress'),
      geo: a('GeoCoordinates'),
      currenciesAccepted: (value) => /^[A-Z]{3}$/.test(String(value)),
      paymentAccepted: text,
      openingHoursSpecification: (value) => Array.isArray(value) && value.every(a('OpeningHoursSpecification')),
      potentialAction: manyOf(a('OrderAction')),
    },
  },
  PostalAddress: {
    must: { streetAddress: text },
    may: { addressLocality: text, addressCountry: (value) => /^[A-Z]{2}$/.test(String(value)) },
  },
  GeoCoordinates: { must: { latitude: number, longitude: number }, may: {} },
  OpeningHoursSpecification: {
    must: { opens: time, closes: time },
    may: {
      dayOfWeek: (value) => /^https:\/\/schema\.org\/(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day$/.test(String(value)),
      validFrom: date,
      validThrough: date,
    },
  },
  OrderAction: {
    must: { target: a('EntryPoint') },
    may: {
      deliveryMethod: oneOf('https://schema.org/OnSitePickup', 'http://purl.org/goodrelations/v1#DeliveryModeOwnFleet'),
    },
  },
  EntryPoint: {
    must: { urlTemplate: url },
    may: { inLanguage: oneOf('en', 'ar'), actionPlatform: manyOf(url) },
  },
  Menu: { must: { hasMenuSection: manyOf(a('MenuSection')) }, may: { '@id': url, url, inLanguage: oneOf('en', 'ar') } },
  MenuSection: { must: { name: text, hasMenuItem: manyOf(a('MenuItem')) }, may: {} },
  MenuItem: {
    must: { name: text, offers: a('Offer') },
    may: {
      '@context': oneOf('https://schema.org'),
      description: text,
      image: url,
      nutrition: a('NutritionInformation'),
      suitableForDiet: manyOf((value) => /^https:\/\/schema\.org\/\w+Diet$/.test(String(value))),
    },
  },
  Offer: {
    must: {
      price: (value) => /^\d+(\.\d+)?$/.test(String(value)),
      priceCurrency: (value) => /^[A-Z]{3}$/.test(String(value)),
      availability: oneOf('https://schema.org/InStock', 'https://schema.org/OutOfStock'),
    },
    may: {},
  },
  NutritionInformation: { must: { calories: (value) => /^\d+ calories$/.test(String(value)) }, may: {} },
};

function problemsOf(value: unknown): string[] {
  const thing = value as Json;
  const type = String(thing['@type']);
  const known = vocabulary[type];
  if (known === undefined) return [`${type} is no type we use`];
  return [
    ...Object.keys(known.must)
      .filter((name) => !(name in thing))
      .map((name) => `${type} has no ${name}`),
    ...Object.entries(thing).flatMap(([name, value]) => {
      if (name === '@type' || (name === '@context' && value === 'https://schema.org')) return [];
      const check = known.must[name] ?? known.may[name];
      if (check === undefined) return [`${type} has no property ${name}`];
      return check(value) ? [] : [`${type}.${name}: ${JSON.stringify(value).slice(0, 200)}`];
    }),
  ];
}

const graphOf = (data: object) => (data as { '@graph': Json[] })['@graph'];

function fullyKnown(catalogue: Catalogue): void {
  const [marina] = catalogue.outlets;
  marina!.address = {
    location: '1 Marina Walk',
    locationTranslations: {},
    area: 'Dubai Marina',
    areaTranslations: {},
    latitude: 25.08,
    longitude: 55.14,
  };
  marina!.image = '/media/r/marina';
  catalogue.restaurant.logo = '/media/r/logo';
  const [shawarma] = catalogue.items;
  Object.assign(shawarma!, { calories: 540, allergens: ['gluten', 'milk'], diets: ['halal'], image: '/media/r/dish' });
}

test('the menu page has each outlet, the menu once, and every dish with its price', () => {
  const [marina, downtown] = graphOf(menuData(subject(fullyKnown)));
  expect(problemsOf(marina)).toEqual([]);
  expect(problemsOf(downtown)).toEqual([]);
  expect(marina).toMatchObject({
    name: 'Al Noor Kitchen, Marina',
    url: 'https://order.example.com/al-noor/pickup/Marina',
    telephone: '+97144321000',
    address: { streetAddress: '1 Marina Walk', addressLocality: 'Dubai Marina', addressCountry: 'AE' },
    geo: { latitude: 25.08, longitude: 55.14 },
    paymentAccepted: 'Cash, Credit Card',
    image: ['https://order.example.com/media/r/marina-1200.webp', 'https://order.example.com/media/r/logo-1200.webp'],
    potentialAction: [
      { target: { urlTemplate: 'https://order.example.com/al-noor/pickup/Marina' } },
      { target: { urlTemplate: 'https://order.example.com/al-noor/delivery/Marina' } },
    ],
  });
  expect(marina!['hasMenu']).toEqual({
    '@type': 'Menu',
    '@id': 'https://order.example.com/al-noor/menu#menu',
    url: 'https://order.example.com/al-noor/menu',
    inLanguage: 'en',
    hasMenuSection: [
      {
        '@type': 'MenuSection',
        name: 'Mains',
        hasMenuItem: [
          {
            '@type': 'MenuItem',
            name: 'Chicken shawarma',
            description: 'Chicken shawarma, as at home · Contains: gluten, milk.',
            image: 'https://order.example.com/media/r/dish-640.webp',
            // The cheapest bread with it.
            offers: offer('19.00'),
            nutrition: { '@type': 'NutritionInformation', calories: '540 calories' },
            suitableForDiet: ['https://schema.org/HalalDiet'],
          },
          { '@type': 'MenuItem', name: 'Curry', description: 'Curry, as at home', offers: offer('1.00') },
        ],
      },
      {
        '@type': 'MenuSection',
        name: 'Soups',
        hasMenuItem: [
          { '@type': 'MenuItem', name: 'Lentil soup', description: 'Lentil soup, as at home', offers: offer('12.50') },
        ],
      },
    ],
  });
  expect(downtown!['hasMenu']).toEqual({ '@id': 'https://order.example.com/al-noor/menu#menu' });
});

function offer(price: string, availability = 'InStock') {
  return { '@type': 'Offer', price, priceCurrency: 'AED', availability: `https://schema.org/${availability}` };
}

test('a dish that no outlet can make is out of stock; a dinar has three decimals', () => {
  const { menu, ...rest } = subject((catalogue) => {
    catalogue.restaurant.currency = 'KWD';
    catalogue.items[1]!.soldOut = true;
  });
  const soup = menu.items.get(ids.soup)!;
  expect(itemData({ menu, ...rest }, soup)).toMatchObject({
    offers: { price: '12.500', priceCurrency: 'KWD', availability: 'https://schema.org/OutOfStock' },
  });
  expect(problemsOf(itemData({ menu, ...rest }, soup))).toEqual([]);
});

test('a restaurant of one outlet is that outlet; one without outlets has its menu', () => {
  const [only, ...others] = graphOf(menuData(subject(({ outlets }) => outlets.splice(1))));
  expect(others).toEqual([]);
  expect(only).toMatchObject({ name: 'Al Noor Kitchen', url: 'https://order.example.com/al-noor/menu' });
  const [none] = graphOf(menuData(subject(({ outlets }) => outlets.splice(0))));
  expect(problemsOf(none)).toEqual([]);
});

test('an outlet that takes no orders offers none', () => {
  const closed = subject(({ outlets: [marina] }) => {
    marina!.modes.pickup.acceptsOrders = false;
    marina!.modes.delivery.acceptsOrders = false;
  });
  const data = outletData(closed, closed.menu.catalogue.outlets[0]!);
  expect(problemsOf(data)).toEqual([]);
  expect(data).not.toHaveProperty('potentialAction');
  expect(data).not.toHaveProperty('openingHoursSpecification');
});

describe('opening hours', () => {
  const hours = (change: (catalogue: Catalogue) => void) => {
    const { menu } = subject(change);
    return hoursOf(menu.catalogue.outlets[0]!, 'pickup', now);
  };
  const on = (day: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: `https://schema.org/${day}`,
    opens,
    closes,
  });
  const special = (validFrom: string, validThrough: string, opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    opens,
    closes,
    validFrom,
    validThrough,
  });

  test('closed days are left out, a period past midnight closes on the next day, a whole day ends at 23:59', () => {
    const found = hours(({ outlets: [marina] }) => {
      marina!.modes.pickup.openingHours = [
        { day: 'Sunday', open: true, periods: [{ start: '18:00', end: '02:00' }] },
        { day: 'Monday', open: false, periods: [{ start: '10:00', end: '23:00' }] },
        {
          day: 'Tuesday',
          open: true,
          periods: [
            { start: '11:00', end: '15:00' },
            { start: '18:00', end: '23:30' },
          ],
        },
        { day: 'Friday', open: true, periods: [{ start: '00:00', end: '00:00' }] },
        { day: 'Saturday', open: true, periods: [{ start: '', end: '' }] },
      ];
    });
    expect(found).toEqual([
      on('Sunday', '18:00', '02:00'),
      on('Tuesday', '11:00', '15:00'),
      on('Tuesday', '18:00', '23:30'),
      on('Friday', '00:00', '23:59'),
    ]);
  });

  test('special days stand with their dates; those that are over are left out; where two meet the first counts', () => {
    const found = hours(({ outlets: [marina] }) => {
      marina!.modes.pickup.openingHours = [];
      const day = { mode: null, open: false, periods: [], reason: 'Eid', reasonTranslations: {} };
      marina!.specialDays = [
        { ...day, startsOn: '2026-02-01', endsOn: '2026-03-03' },
        { ...day, startsOn: '2026-03-20', endsOn: '2026-03-22' },
        { ...day, mode: 'delivery', startsOn: '2026-03-25', endsOn: '2026-03-25' },
        { ...day, mode: 'pickup', startsOn: '2026-03-21', endsOn: '2026-03-21', open: true, periods: evening },
      ];
    });
    expect(found).toEqual([
      special('2026-03-21', '2026-03-21', '18:00', '01:00'),
      special('2026-03-20', '2026-03-20', '00:00', '00:00'),
      special('2026-03-22', '2026-03-22', '00:00', '00:00'),
    ]);
  });
  const evening = [{ start: '18:00', end: '01:00' }];
});

test('no name can end the element that the data stands in', () => {
  const name = '</script><script>alert(1)</script>\u2028\u2029 & "quoted"';
  const data = menuData(subject(({ items }) => (items[0]!.name = name)));
  const written = scriptJson(data);
  expect(written).not.toMatch(/<|\u2028|\u2029/);
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(data)));
});
