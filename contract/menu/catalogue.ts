/**
 * The catalogue of a restaurant as its guests see it: one bundled read that the site renders from. Contains nothing
 * private: no stock numbers, SKUs, drafts, inactive outlets or staff contacts (R29).
 */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { languages, chargeOptions } from '../base/enumerations.ts';
import { idOf, instant, mode, modePrices, openingHours, periods, price, translations } from '../base/fields.ts';
import type { CategoryId, ItemId, MenuId, ModifierListId, OutletId, RestaurantId } from '../base/ids.ts';
import { CatalogueArea } from '../outlets/delivery-areas.ts';
import { Busy } from '../outlets/outlets.ts';
import { MenuSale, NestedListOnWire } from './menus.ts';

/**
 * Minutes as configured; `deliveryTime` is preparation plus delivery. `promisedMinutes` adds those of a busy kitchen. The mode is paused until `pausedUntil`, unless
 * that is null or past.
 */
export const CatalogueMode = z.object({
  acceptsOrders: z.boolean(),
  pausedUntil: instant.nullable(),
  preparationTime: z.int(),
  deliveryTime: z.int(),
  busy: Busy.nullable(),
  takesCash: z.boolean(),
  takesCard: z.boolean(),
  /** Where the restaurant has connected a gateway. */
  takesOnline: z.boolean(),
  openingHours,
});
export type CatalogueMode = z.infer<typeof CatalogueMode>;

/** Days whose hours differ from those of the week, in one mode or in all (null); both dates included. */
const CatalogueSpecialDay = z.object({
  mode: mode.nullable(),
  startsOn: z.string(),
  endsOn: z.string(),
  open: z.boolean(),
  periods,
  reason: z.string(),
  reasonTranslations: translations,
});

export const CatalogueOutlet = z.object({
  _id: idOf<OutletId>(),
  name: z.string(),
  nameTranslations: translations,
  image: z.string().nullable(),
  address: z
    .object({
      location: z.string(),
      locationTranslations: translations,
      area: z.string(),
      areaTranslations: translations,
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .nullable(),
  phone: z.string(),
  timeZone: z.string(),
  taxDetails: z.object({ taxRate: z.number(), taxInclusive: z.boolean() }),
  orderingSchedule: z.object({ sameDate: z.boolean(), nextDate: z.boolean() }),
  /** Whether guests at its tables sign in with their number before they order. */
  asksPhoneAtTables: z.boolean(),
  /** 'dine-in' is present only where it is on. */
  modes: z.object({ delivery: CatalogueMode, pickup: CatalogueMode, 'dine-in': CatalogueMode.optional() }),
  specialDays: z.array(CatalogueSpecialDay),
});
export type CatalogueOutlet = z.infer<typeof CatalogueOutlet>;

/**
 * Outlets where it is sold out, and until when; null means indefinitely. A scheduled order may still be possible after
 * that.
 */
const soldOutAt = z.array(z.object({ outletId: idOf<OutletId>(), until: instant.nullable() }));

/**
 * `image` is the path of the picture without size and ending: append `-88.webp`, `-176.webp`, `-640.webp` or
 * `-1200.webp`. The two small ones are squares cut from the centre, the two large ones at most as wide as the number.
 * Outlet images, the logo and the cover work the same way. An item is off where it is switched off itself or where all
 * its categories are.
 */
export const CatalogueItem = z.object({
  _id: idOf<ItemId>(),
  name: z.string(),
  nameTranslations: translations,
  description: z.string(),
  descriptionTranslations: translations,
  price,
  /** Left out where every mode has that price. */
  modePrices: modePrices.optional(),
  image: z.string().nullable(),
  modifierList: z.array(idOf<ModifierListId>()),
  /** The lists that are not always asked; left out where all are. */
  nestedLists: z.array(NestedListOnWire).optional(),
  /** Dishes of the catalogue that are suggested beside it, in their order; left out where none are. */
  goesWith: z.array(idOf<ItemId>()).optional(),
  InActiveOutletIds: z.array(idOf<OutletId>()),
  soldOut: z.boolean(),
  soldOutAt,
  calories: z.int().nullable(),
  allergens: z.array(z.string()),
  diets: z.array(z.string()),
});
export type CatalogueItem = z.infer<typeof CatalogueItem>;

/** `allergens` and `diets` are left out where none are declared. */
export const CatalogueModifier = z.object({
  _id: idOf<ItemId>(),
  name: z.string(),
  nameTranslations: translations,
  price,
  modePrices: modePrices.optional(),
  soldOut: z.boolean(),
  soldOutAt,
  InActiveOutletIds: z.array(idOf<OutletId>()),
  allergens: z.array(z.string()).optional(),
  diets: z.array(z.string()).optional(),
});
export type CatalogueModifier = z.infer<typeof CatalogueModifier>;

export const CatalogueModifierList = z.object({
  _id: idOf<ModifierListId>(),
  displayName: z.string(),
  displayNameTranslations: translations,
  allowMultipleSelection: z.boolean(),
  minModifier: z.int(),
  maxModifier: z.int(),
  optional: z.boolean(),
  /** How many of the chosen options are free; left out where none is. */
  freeModifiers: z.int().optional(),
  /** How often one of them may be chosen; left out where once. */
  maxPerModifier: z.int().optional(),
  /** One of them is chosen for the whole, or two for a half each; left out where not. */
  halves: z.boolean().optional(),
  modifierList: z.array(CatalogueModifier),
});
export type CatalogueModifierList = z.infer<typeof CatalogueModifierList>;

/** A menu that is not sold always and everywhere. */
export const CatalogueMenu = z.object({
  _id: idOf<MenuId>(),
  name: z.string(),
  nameTranslations: translations,
  sale: MenuSale,
});
export type CatalogueMenu = z.infer<typeof CatalogueMenu>;

export const CatalogueCategory = z.object({
  _id: idOf<CategoryId>(),
  /** The menu of the category, one of `menus`; left out where the category is sold always. */
  menuId: idOf<MenuId>().optional(),
  name: z.string(),
  nameTranslations: translations,
  items: z.array(idOf<ItemId>()),
  InActiveOutletIds: z.array(idOf<OutletId>()),
});
export type CatalogueCategory = z.infer<typeof CatalogueCategory>;

/**
 * `version` changes with every change of the content. `locale` is the language of the names; `languages` are those that
 * the site is offered in, the default first. `siteToken` is the publishable token of the restaurant's site.
 */
export const Catalogue = z.object({
  version: z.string(),
  siteToken: z.string(),
  restaurant: z.object({
    _id: idOf<RestaurantId>(),
    name: z.string(),
    nameTranslations: translations,
    slug: z.string(),
    /** The own domain that the site is at; null: it is at the platform's address. */
    domain: z.string().nullable(),
    currency: z.string(),
    country: z.string(),
    locale: z.string(),
    languages: z.array(z.enum(languages)),
    accent: z.string(),
    logo: z.string().nullable(),
    cover: z.string().nullable(),
    chargeOptions: z.enum(chargeOptions),
    /** Set where guests can add a tip: in these modes, with these suggestions in percent of the subtotal. */
    tips: z.object({ modes: z.array(mode), percents: z.array(z.int()) }).optional(),
    /** Set where guests can pay online; no money moves where that is a test. */
    onlinePayment: z.object({ isTest: z.boolean() }).optional(),
    /** Set where offers may apply by themselves: only a quote says what they take off. */
    hasOffers: z.literal(true).optional(),
    /** Set after the owner closed the restaurant: nothing is sold any more, but placed orders can still be read. */
    isClosed: z.literal(true).optional(),
  }),
  outlets: z.array(CatalogueOutlet),
  deliveryAreas: z.array(CatalogueArea),
  /** The menus that say when and how they are sold, in their order; left out where none does. */
  menus: z.array(CatalogueMenu).optional(),
  categories: z.array(CatalogueCategory),
  items: z.array(CatalogueItem),
  /** Dishes in most orders of the last weeks, the most popular first; none where few have been ordered. */
  popular: z.array(idOf<ItemId>()),
  modifierLists: z.array(CatalogueModifierList),
});
export type Catalogue = z.infer<typeof Catalogue>;

export const getCatalogue = endpoint({
  summary: 'Everything that the site of a restaurant shows. Answers an ETag.',
  callers: ['anonymous'],
  isOfSites: true,
  params: z.object({ slug: z.string().max(80) }),
  answer: Catalogue,
  errors: ['request.not_found'],
});
