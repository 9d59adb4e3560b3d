/** Queries of the platform's admins; they belong to `queries`. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

export const adminQueries = {
  /** All restaurants of the platform, for its admins. */
  adminRestaurants: () =>
    queryOptions({
      queryKey: ['admin', 'restaurants'],
      queryFn: async ({ signal }) => (await client.call('GET /admin/get-restaurants', { signal })).restaurants,
    }),

  adminUsers: () =>
    queryOptions({
      queryKey: ['admin', 'users'],
      queryFn: async ({ signal }) => (await client.call('GET /admin/get-users', { signal })).users,
    }),

  /** Messages that restaurants sent, and may send. */
  adminMessageBudgets: () =>
    queryOptions({
      queryKey: ['admin', 'message budgets'],
      queryFn: async ({ signal }) => (await client.call('GET /admin/get-message-budgets', { signal })).restaurants,
      staleTime: 0,
    }),

  installation: () =>
    queryOptions({
      queryKey: ['installation'],
      queryFn: async ({ signal }) => (await client.call('GET /admin/get-installation', { signal })).database,
    }),

  adminUnsentMessages: () =>
    queryOptions({
      queryKey: ['unsent messages', 'all'],
      queryFn: async ({ signal }) => (await client.call('GET /admin/unsent-messages', { signal })).messages,
    }),
};
