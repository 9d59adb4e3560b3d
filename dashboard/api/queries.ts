/** Everything the Order Manager reads, by name. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/base/client.ts';
import type { MenuId, OrderId, OutletId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { accountQueries } from './account-queries.ts';
import { adminQueries } from './admin-queries.ts';
import { client } from './api.ts';
import { customerQueries } from './customer-queries.ts';
import { deliveryQueries } from './delivery-queries.ts';
import { diningQueries } from './dining-queries.ts';
import { paymentQueries } from './payment-queries.ts';
import { problemQueries } from './problem-queries.ts';
import { reportQueries } from './report-queries.ts';
import { afterSnapshot, type LiveOrders } from '../live/live-orders.ts';

/** A list that has not come by then counts as not answered. */
const LIVE_TIMEOUT = 8000;

export const queries = {
  me: () =>
    queryOptions({
      queryKey: ['me'],
      queryFn: ({ signal }) => client.call('GET /auth/me', { signal }),
      staleTime: 300_000,
      // An owner confirms their email in another window and comes back to this one.
      refetchOnWindowFocus: ({ state }) => (state.data?.restaurant?.isOwnerVerified === false ? 'always' : true),
    }),

  /** With how they are at the moment. */
  printers: () =>
    queryOptions({
      queryKey: ['printers'],
      queryFn: async ({ signal }) => (await client.call('GET /printing/get-printers', { signal })).printers,
      staleTime: 0,
    }),

  offers: () =>
    queryOptions({
      queryKey: ['offers'],
      queryFn: async ({ signal }) => (await client.call('GET /offer/get-offers', { signal })).offers,
      staleTime: 0,
    }),

  /** Writing that tickets cannot show here; it changes with the fonts of the server alone. */
  missingScripts: () =>
    queryOptions({
      queryKey: ['missing scripts'],
      queryFn: async ({ signal }) => (await client.call('GET /printing/get-printers', { signal })).missingScripts,
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** They change with the configuration of the server alone. */
  signUpTerms: () =>
    queryOptions({
      queryKey: ['sign-up terms'],
      queryFn: ({ signal }) => client.call('GET /auth/signup-terms', { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** Support access that is open to the restaurant now. */
  supportAccess: () =>
    queryOptions({
      queryKey: ['support accesses'],
      queryFn: async ({ signal }) => (await client.call('GET /support/access', { signal })).supportAccess,
      refetchInterval: 30_000,
    }),

  /** Obstacles to closing the restaurant. */
  offboarding: () =>
    queryOptions({
      queryKey: ['closing'],
      queryFn: ({ signal }) => client.call('GET /restaurant/offboarding', { signal }),
      staleTime: 0,
    }),

  /** Members of the restaurant's staff, and open invitations. */
  staff: () =>
    queryOptions({
      queryKey: ['staff'],
      queryFn: ({ signal }) => client.call('GET /staff/get-staff', { signal }),
    }),

  /** It changes with the product alone. */
  roleMatrix: () =>
    queryOptions({
      queryKey: ['role matrix'],
      queryFn: async ({ signal }) => (await client.call('GET /staff/role-matrix', { signal })).abilities,
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** Messages of the restaurant that were given up, for its owner. */
  unsentMessages: () =>
    queryOptions({
      queryKey: ['unsent messages', 'own'],
      queryFn: async ({ signal }) => (await client.call('GET /outbound/unsent-messages', { signal })).messages,
    }),

  /** Kept true by the feed, so never read again by itself. */
  liveOrders: () =>
    queryOptions({
      queryKey: ['orders', 'live'] as const,
      queryFn: async ({ client: cache, queryKey }): Promise<LiveOrders> => {
        const known = () => cache.getQueryData<LiveOrders>(queryKey);
        const askedAfter = known()?.lastEvent ?? null;
        const signal = AbortSignal.timeout(LIVE_TIMEOUT);
        const snapshot = await client.call('GET /order/get-all-orders', { query: { scope: 'live' }, signal });
        return afterSnapshot(known(), snapshot, askedAfter);
      },
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),

  /** Only for restaurants with a limit, so no event tells of it. */
  kitchenLoad: () =>
    queryOptions({
      queryKey: ['kitchen load'],
      queryFn: async ({ signal }) => (await client.call('GET /order/kitchen-load', { signal })).kitchens,
      staleTime: 0,
      refetchInterval: 20_000,
    }),

  /** A page of the history. It tells nothing by itself of orders that come or move. */
  orderHistory: (query: NonNullable<CallInput<'GET /order/history'>['query']>) =>
    queryOptions({
      queryKey: ['orders', 'history', query],
      queryFn: ({ signal }) => client.call('GET /order/history', { query, signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),

  order: (id: OrderId) =>
    queryOptions({
      queryKey: ['orders', 'one', id],
      queryFn: async ({ signal }) => {
        return (await client.call('GET /order/get-order-details/:id', { params: { id }, signal })).order;
      },
      staleTime: 0,
    }),

  outlets: () =>
    queryOptions({
      queryKey: ['outlets'],
      queryFn: async ({ signal }) => (await client.call('GET /outlet/get-all-outlet', { signal })).outlets,
    }),

  ...accountQueries,

  ...adminQueries,

  ...customerQueries,

  ...deliveryQueries,

  ...diningQueries,

  ...paymentQueries,
  ...problemQueries,

  ...reportQueries,

  specialDays: (outletId: OutletId) =>
    queryOptions({
      queryKey: ['outlets', outletId, 'special days'],
      queryFn: async ({ signal }) => {
        const params = { id: outletId };
        return (await client.call('GET /outlet/get-special-days/:id', { params, signal })).specialDays;
      },
    }),

  /** When the mail about low stock comes, and to whom. */
  lowStockMail: () =>
    queryOptions({
      queryKey: ['low stock mail'],
      queryFn: async ({ signal }) => (await client.call('GET /menu/low-stock-mail', { signal })).lowStockMail,
      // Another owner may have changed it, and people come and go.
      staleTime: 0,
    }),

  /** Which messages guests get about their orders, and the budgets. */
  guestMessageSettings: () =>
    queryOptions({
      queryKey: ['guest message settings'],
      queryFn: async ({ signal }) => (await client.call('GET /order/guest-message-settings', { signal })).settings,
      // Budgets are used up by the minute.
      staleTime: 0,
    }),

  /** The messages to an order's guest, read again while one waits and with each version of the order. */
  guestMessages: ({ _id: id, version }: Pick<Order, '_id' | 'version'>) =>
    queryOptions({
      queryKey: ['orders', 'one', id, 'messages', version],
      queryFn: async ({ signal }) => {
        return client.call('GET /order/guest-messages/:id', { params: { id }, signal });
      },
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.messages.some(({ state }) => state === 'waiting') === true ? 5_000 : false,
    }),

  outletEscalation: (outletId: OutletId) =>
    queryOptions({
      queryKey: ['outlets', outletId, 'escalation'],
      queryFn: async ({ signal }) => {
        const params = { id: outletId };
        return (await client.call('GET /outlet/get-escalation/:id', { params, signal })).escalation;
      },
    }),

  /** They change with the configuration of the server alone. */
  geocodingSettings: () =>
    queryOptions({
      queryKey: ['map settings'],
      queryFn: ({ signal }) => client.call('GET /geocoding/settings', { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** How the restaurant looks to its guests. A change of it is one of the catalogue. */
  branding: () =>
    queryOptions({
      queryKey: ['catalogue', 'branding'],
      queryFn: async ({ signal }) => (await client.call('GET /restaurant/get-branding', { signal })).branding,
    }),

  restaurantSettings: () =>
    queryOptions({
      queryKey: ['catalogue', 'settings'],
      queryFn: async ({ signal }) => (await client.call('GET /restaurant/get-settings', { signal })).settings,
    }),

  /** Looked at again while the server waits for records or a certificate. */
  ownDomain: () =>
    queryOptions({
      queryKey: ['own domain'],
      queryFn: ({ signal }) => client.call('GET /restaurant/get-own-domain', { signal }),
      refetchInterval: ({ state: { data } }) =>
        data === undefined || data.ownDomain === null || data.ownDomain.state === 'ready' ? false : 5_000,
    }),

  codeSettings: () =>
    queryOptions({
      queryKey: ['code settings'],
      queryFn: async ({ signal }) => (await client.call('GET /auth/code-settings', { signal })).codeSettings,
    }),

  menus: () =>
    queryOptions({
      queryKey: ['catalogue', 'menus'],
      queryFn: async ({ signal }) => (await client.call('GET /menu/get-all-menus', { signal })).menus,
    }),

  /** The categories of a menu, in their order. */
  categories: (menuId: MenuId) =>
    queryOptions({
      queryKey: ['catalogue', 'categories', menuId],
      queryFn: async ({ signal }) =>
        (await client.call('POST /menu/get-all-categories', { body: { menuId }, signal })).categories,
    }),

  items: () =>
    queryOptions({
      queryKey: ['catalogue', 'items'],
      queryFn: async ({ signal }) => (await client.call('GET /menu/get-all-items-modifier', { signal })).items,
    }),

  modifierLists: () =>
    queryOptions({
      queryKey: ['catalogue', 'modifier lists'],
      queryFn: async ({ signal }) => (await client.call('GET /menu/get-all-modifier-list', { signal })).ModifierList,
    }),

  /** Imports that can still be taken back, newest first. A change of the menu may take that from them. */
  menuImports: () =>
    queryOptions({
      queryKey: ['catalogue', 'imports'],
      queryFn: async ({ signal }) => (await client.call('GET /menu/imports', { signal })).imports,
    }),

  /** Its key is that of dishes and options; the outlets are asked about as well. */
  menuCheck: () =>
    queryOptions({
      queryKey: ['catalogue', 'check'],
      queryFn: async ({ signal }) => (await client.call('GET /menu/check', { signal })).findings,
    }),

  /** The categories of all menus. */
  allCategories: () =>
    queryOptions({
      queryKey: ['catalogue', 'all categories'],
      queryFn: ({ signal }) => readCategories(signal),
    }),

  /** Whether any menu has an item to order. */
  menuHasItems: () =>
    queryOptions({
      queryKey: ['catalogue', 'has items'],
      queryFn: async ({ signal }) => {
        const categories = await readCategories(signal);
        return categories.some((category) => category.items.length > 0);
      },
    }),
};

async function readCategories(signal: AbortSignal): Promise<Category[]> {
  const { menus } = await client.call('GET /menu/get-all-menus', { signal });
  const answers = await Promise.all(
    menus.map((menu) => client.call('POST /menu/get-all-categories', { body: { menuId: menu._id }, signal })),
  );
  return answers.flatMap(({ categories }) => categories);
}

/** Everything about outlets begins with this key. */
export const outletsKey = ['outlets'];
/** Every list of dishes and options begins with this key. */
export const catalogueKey = ['catalogue'];
