/** Everything the Order Manager reads, by name. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';
import { afterSnapshot, type LiveOrders } from './live-orders.ts';

/** A list that has not come by then counts as not answered. */
const LIVE_TIMEOUT = 8000;

export const queries = {
  me: () =>
    queryOptions({
      queryKey: ['me'],
      queryFn: ({ signal }) => client.call('GET /auth/me', { signal }),
      staleTime: 300_000,
    }),

  /** Kept true by the feed, so never read again by itself. */
  liveOrders: () =>
    queryOptions({
      queryKey: ['orders', 'live'] as const,
      queryFn: async ({ client: cache, queryKey }): Promise<LiveOrders> => {
        const signal = AbortSignal.timeout(LIVE_TIMEOUT);
        const snapshot = await client.call('GET /order/get-all-orders', { query: { scope: 'live' }, signal });
        return afterSnapshot(cache.getQueryData<LiveOrders>(queryKey), snapshot);
      },
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),

  outlets: () =>
    queryOptions({
      queryKey: ['outlets'],
      queryFn: async ({ signal }) => (await client.call('GET /outlet/get-all-outlet', { signal })).outlets,
    }),

  menus: () =>
    queryOptions({
      queryKey: ['catalogue', 'menus'],
      queryFn: async ({ signal }) => (await client.call('GET /menu/get-all-menus', { signal })).menus,
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

  /** Whether any menu has an item to order. */
  menuHasItems: () =>
    queryOptions({
      queryKey: ['catalogue', 'has items'],
      queryFn: async ({ signal }) => {
        const { menus } = await client.call('GET /menu/get-all-menus', { signal });
        const answers = await Promise.all(
          menus.map((menu) => client.call('POST /menu/get-all-categories', { body: { menuId: menu._id }, signal })),
        );
        return answers.some(({ categories }) => categories.some((category) => category.items.length > 0));
      },
    }),
};

/** Every list of dishes and options begins with this key. */
export const catalogueKey = ['catalogue'];
