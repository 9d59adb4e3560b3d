/** A catalogue for tests: two outlets in Dubai, two areas, three dishes. Amounts are in major units, as on the wire. */
import type { Catalogue, CatalogueItem, CatalogueMode, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { CategoryId, DeliveryAreaId, ItemId, ModifierListId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { weekdays } from '#contract/base/time.ts';

const id = (digit: number) => `0190a000-0000-7000-8000-00000000000${digit}`;

export const ids = {
  marina: id(1) as OutletId,
  downtown: id(2) as OutletId,
  marinaArea: id(3) as DeliveryAreaId,
  downtownArea: id(4) as DeliveryAreaId,
  shawarma: id(5) as ItemId,
  soup: id(6) as ItemId,
  curry: id(7) as ItemId,
  saj: id(8) as ItemId,
  samoon: id(9) as ItemId,
  garlic: '0190a000-0000-7000-8000-000000000010' as ItemId,
  cheese: '0190a000-0000-7000-8000-000000000011' as ItemId,
  bread: '0190a000-0000-7000-8000-000000000012' as ModifierListId,
  extras: '0190a000-0000-7000-8000-000000000013' as ModifierListId,
  mains: '0190a000-0000-7000-8000-000000000014' as CategoryId,
  soups: '0190a000-0000-7000-8000-000000000015' as CategoryId,
};

/** Open from 10:00 to 23:00 in Dubai (UTC+4), cash and card. */
const mode: CatalogueMode = {
  acceptsOrders: true,
  pausedUntil: null,
  busy: null,
  preparationTime: 15,
  deliveryTime: 40,
  takesCash: true,
  takesCard: true,
  takesOnline: true,
  openingHours: weekdays.map((day) => ({ day, open: true, periods: [{ start: '10:00', end: '23:00' }] })),
};

function outlet(_id: OutletId, name: string): CatalogueOutlet {
  return {
    _id,
    name,
    nameTranslations: {},
    image: null,
    address: {
      location: `1 ${name} Walk`,
      locationTranslations: {},
      area: name,
      areaTranslations: {},
      latitude: null,
      longitude: null,
    },
    phone: '+97144321000',
    timeZone: 'Asia/Dubai',
    taxDetails: { taxRate: 5, taxInclusive: false },
    asksPhoneAtTables: false,
    orderingSchedule: { sameDate: true, nextDate: false },
    modes: { delivery: mode, pickup: mode },
    specialDays: [],
  };
}

function item(_id: ItemId, name: string, price: number, lists: ModifierListId[] = []): CatalogueItem {
  return {
    _id,
    name,
    nameTranslations: {},
    description: `${name}, as at home`,
    descriptionTranslations: {},
    price,
    image: null,
    modifierList: lists,
    InActiveOutletIds: [],
    soldOut: false,
    soldOutAt: [],
    calories: null,
    allergens: [],
    diets: [],
  };
}

function modifier(_id: ItemId, name: string, price: number) {
  return { _id, name, nameTranslations: {}, price, soldOut: false, soldOutAt: [], InActiveOutletIds: [] };
}

/** A fresh copy each time, so that a test may change it. */
export function testCatalogue(): Catalogue {
  const catalogue: Catalogue = {
    version: '1',
    siteToken: 'site-token',
    restaurant: {
      _id: '0190a000-0000-7000-8000-000000000020' as RestaurantId,
      name: 'Al Noor Kitchen',
      nameTranslations: {},
      domain: null,
      slug: 'al-noor',
      currency: 'AED',
      country: 'AE',
      locale: 'en',
      languages: ['en', 'ar'],
      accent: '#C2410C',
      logo: null,
      cover: null,
      chargeOptions: 'once',
    },
    outlets: [outlet(ids.marina, 'Marina'), outlet(ids.downtown, 'Downtown')],
    deliveryAreas: [
      {
        _id: ids.marinaArea,
        outletId: ids.marina,
        areaName: 'Dubai Marina',
        areaNameTranslations: {},
        minBasketValue: 30,
        deliveryFee: 5,
      },
      {
        _id: ids.downtownArea,
        outletId: ids.downtown,
        areaName: 'Downtown Dubai',
        areaNameTranslations: {},
        minBasketValue: 0,
        deliveryFee: 0,
      },
    ],
    categories: [
      { _id: ids.mains, name: 'Mains', nameTranslations: {}, items: [ids.shawarma, ids.curry], InActiveOutletIds: [] },
      { _id: ids.soups, name: 'Soups', nameTranslations: {}, items: [ids.soup], InActiveOutletIds: [] },
    ],
    items: [
      item(ids.shawarma, 'Chicken shawarma', 18, [ids.bread, ids.extras]),
      item(ids.soup, 'Lentil soup', 12.5),
      item(ids.curry, 'Curry', 0, [ids.bread]),
    ],
    popular: [],
    modifierLists: [
      {
        _id: ids.bread,
        displayName: 'Choose your bread',
        displayNameTranslations: {},
        allowMultipleSelection: false,
        minModifier: 1,
        maxModifier: 1,
        optional: false,
        modifierList: [modifier(ids.saj, 'Saj', 1), modifier(ids.samoon, 'Samoon', 1.75)],
      },
      {
        _id: ids.extras,
        displayName: 'Extras',
        displayNameTranslations: {},
        allowMultipleSelection: true,
        minModifier: 0,
        maxModifier: 1,
        optional: true,
        modifierList: [modifier(ids.garlic, 'Garlic sauce', 2.25), modifier(ids.cheese, 'Cheese', 3)],
      },
    ],
  };
  // Through text: a structured clone would keep the outlets sharing their modes.
  return JSON.parse(JSON.stringify(catalogue)) as Catalogue;
}
