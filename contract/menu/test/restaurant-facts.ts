/** A restaurant and its parts as the menu check takes them; names serve as ids. */
import type { DeliveryAreaId, ItemId, MenuId, ModifierListId, OutletId } from '../../base/ids.ts';
import type { Category, Item, Menu, ModifierList } from '../menus.ts';
import type { OrderingMode, Outlet } from '../../outlets/outlets.ts';
import { weekdays } from '../../base/time.ts';
import type { CheckFacts } from '../check/facts.ts';

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says whose id it becomes
export const id = <Id extends string>(name: string) => name as Id;
export const named = (name: string) => ({ _id: id<never>(name), name });

export const mode = (name: OrderingMode['mode'], changes: Partial<OrderingMode> = {}): OrderingMode => ({
  mode: name,
  acceptsOrders: true,
  pausedUntil: null,
  busy: null,
  preparationTime: 15,
  deliveryTime: 40,
  paymentMethod: { cashOnDelivery: true, cardOnDelivery: false },
  takesOnline: true,
  openingHours: weekdays.map((day) => ({ day, open: true, periods: [{ start: '09:00', end: '22:00' }] })),
  ...changes,
});
export const outlet = (name: string, changes: Partial<Outlet> = {}): Outlet => ({
  ...named(name),
  nameTranslations: {},
  image: null,
  coverImage: null,
  timeZone: 'Asia/Dubai',
  phone: '+97144321000',
  status: true,
  pickup: true,
  delivery: true,
  orderingMode: { delivery: true, pickup: true },
  paymentMethod: { cashOnDelivery: true, cardOnDelivery: false, cash: true, cardMachine: false },
  preparationTime: 15,
  deliveryTime: 40,
  openingHours: [],
  orderingSchedule: { sameDate: true, nextDate: false },
  taxDetails: { taxRate: 5, taxInclusive: false },
  asksPhoneAtTables: false,
  address: {
    location: '1 Marina Walk',
    locationTranslations: {},
    area: 'Marina',
    areaTranslations: {},
    latitude: null,
    longitude: null,
  },
  modes: [mode('delivery'), mode('pickup')],
  specialDays: [],
  ...changes,
});
export const item = (name: string, changes: Partial<Item> = {}): Item => ({
  ...named(name),
  nameTranslations: {},
  type: 'item',
  price: 18,
  description: '',
  descriptionTranslations: {},
  imageUrl: '/media/x-640.webp',
  InActiveOutletIds: [],
  modifierList: [],
  calories: null,
  allergens: [],
  diets: [],
  soldOut: false,
  ...changes,
});
export const modifier = (name: string, changes: Partial<ModifierList['modifierList'][number]> = {}) => ({
  ...named(name),
  nameTranslations: {},
  price: 2,
  type: 'modifier' as const,
  soldOut: false,
  InActiveOutletIds: [],
  ...changes,
});
export const list = (name: string, changes: Partial<ModifierList> = {}): ModifierList => ({
  ...named(name),
  displayName: `Choose ${name}`,
  displayNameTranslations: {},
  allowMultipleSelection: false,
  minModifier: 1,
  maxModifier: 1,
  optional: false,
  modifierList: [modifier('Regular'), modifier('Large')],
  itemList: [],
  ...changes,
});
export const menu = (name: string, state: 'true' | 'false' = 'true'): Menu => ({
  ...named(name),
  calories: null,
  platform: 'OrderManager',
  notes: 'x',
  state,
});
export const category = (name: string, itemNames: string[], changes: Partial<Category> = {}): Category => ({
  ...named(name),
  menuId: id<MenuId>('Main'),
  nameTranslations: {},
  items: itemNames.map((one) => ({ _id: id<ItemId>(one) })),
  InActiveOutletIds: [],
  ...changes,
});
export const area = (outletName: string) => ({
  _id: id<DeliveryAreaId>('Harbour'),
  outletId: id<OutletId>(outletName),
  areaName: 'Harbour',
  areaNameTranslations: {},
  minBasketValue: 30,
  deliveryFee: 5,
});

/** A restaurant without findings. */
export const right: CheckFacts = {
  restaurant: { ...named('Al Noor'), locale: 'en', isOwnerVerified: true },
  menus: [menu('Main')],
  categories: [category('Plates', ['Burger', 'Water'])],
  items: [
    item('Burger', { modifierList: [id<ModifierListId>('Size')] }),
    item('Water'),
    item('Regular', { type: 'modifier' }),
  ],
  modifierLists: [list('Size')],
  outlets: [outlet('Marina')],
  deliveryAreas: [area('Marina')],
  today: '2026-03-19',
};
