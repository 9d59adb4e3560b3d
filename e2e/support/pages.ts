/** The pages of Order Manager, each with something on it, for journeys through all of them. */
import { addOffer } from './offers.ts';
import { limitKitchen, placeOrder, reportProblem } from './kitchen.ts';
import { openTables } from './restaurant.ts';
import type { Call, Place } from './test.ts';

export const publicPages = ['/login', '/login/company', '/signup', '/forgot-password', '/recover-password?token=none'];

export const platformPages = [
  '/dashboard/users',
  '/dashboard/resturants',
  '/dashboard/create-resturant',
  '/dashboard/messages',
];

/** Pages of orders, guests, reports and the menu: with an order, an offer, and a kitchen that has a limit. */
export async function pagesOfOrders(call: Call, place: Place): Promise<string[]> {
  const { items, lists, menuId } = place;
  // A kitchen with a limit says on its screens how full it is.
  await limitKitchen(call, place);
  const { _id: order } = await placeOrder(call, place);
  await reportProblem(call, place);
  const offer = await addOffer(call, place);
  return [
    '/dashboard',
    `/dashboard/orders/live?order=${order}`,
    '/dashboard/orders',
    `/dashboard/orders/${order}`,
    '/dashboard/orders/problems',
    '/dashboard/orders/new',
    '/dashboard/orders/kitchen',
    '/dashboard/reports',
    '/dashboard/reports?tab=payments',
    '/dashboard/customers',
    `/dashboard/customers/${place.guest.customerId}`,
    '/dashboard/offers',
    '/dashboard/offers/create',
    `/dashboard/offers/edit?id=${offer._id}`,
    '/dashboard/inventory',
    '/dashboard/settings',
    '/dashboard/items',
    '/dashboard/items/create',
    `/dashboard/items/edit?id=${items.burger}`,
    '/dashboard/modifier-lists',
    '/dashboard/modifier-lists/create',
    `/dashboard/modifier-lists/edit?id=${lists.extras}`,
    '/dashboard/menus',
    '/dashboard/menus/create',
    `/dashboard/menus/import?id=${menuId}`,
    `/dashboard/menus/edit?id=${menuId}`,
  ];
}

/** Pages of outlets, people and settings: with a table and a printer. */
export async function pagesOfSettings(call: Call, place: Place): Promise<string[]> {
  const { outletId, areaId } = place;
  await openTables(call, place, ['12']);
  const body = { outletId, name: 'Kitchen', kind: 'escpos', prints: 'arrival' } as const;
  const { printer } = await call('POST /printing/add-printer', { body }, place.owner.token);
  return [
    '/dashboard/outlets',
    `/dashboard/outlets/edit/basic-info?id=${outletId}`,
    `/dashboard/outlets/edit/address?id=${outletId}`,
    `/dashboard/outlets/edit/ordering-services/delivery?id=${outletId}`,
    `/dashboard/outlets/edit/ordering-services/delivery-area?id=${outletId}`,
    `/dashboard/outlets/edit/ordering-services/pickup?id=${outletId}`,
    `/dashboard/outlets/edit/special-days?id=${outletId}`,
    `/dashboard/outlets/edit/ordering-services/contactless-dining?id=${outletId}`,
    `/dashboard/outlets/delivery-areas/create?id=${outletId}`,
    `/dashboard/outlets/delivery-areas/edit?id=${areaId}`,
    '/dashboard/restaurant',
    '/dashboard/branding',
    `/dashboard/alarms?id=${outletId}`,
    '/dashboard/guest-messages',
    '/dashboard/online-payments',
    '/dashboard/company-login',
    '/dashboard/drivers',
    '/dashboard/drivers/cash',
    '/dashboard/drivers/couriers',
    '/dashboard/printers',
    '/dashboard/printers/create',
    `/dashboard/printers/edit?id=${printer._id}`,
    '/dashboard/account',
    '/dashboard/account/security',
    '/dashboard/account/close',
    '/dashboard/staff',
    '/dashboard/record',
  ];
}
