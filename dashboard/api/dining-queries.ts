/** Queries about tables; they belong to `queries`. */
import { queryOptions } from '@tanstack/react-query';
import type { OutletId } from '#contract/base/ids.ts';
import { client } from './api.ts';

/** Everything about the tables of an outlet begins with this key. */
export function diningKey(outletId: OutletId) {
  return ['outlets', outletId, 'dining'];
}

/** The beginning of the keys of the tables with guests. */
export const tableSessionsKey = ['tableSessions'] as const;

export const diningQueries = {
  /** In the order of the merchant. */
  diningTables: (outletId: OutletId) =>
    queryOptions({
      queryKey: [...diningKey(outletId), 'tables'],
      queryFn: async ({ signal }) => {
        const params = { id: outletId };
        return (await client.call('GET /dining/get-tables/:id', { params, signal })).tables;
      },
    }),

  /**
   * Open service requests from guests at tables. The live stream announces new ones; the poll stands in while it is
   * interrupted.
   */
  serviceRequests: () =>
    queryOptions({
      queryKey: ['service requests'],
      queryFn: async ({ signal }) =>
        (await client.call('GET /dining/get-service-requests', { signal })).serviceRequests,
      staleTime: 0,
      refetchInterval: 30_000,
    }),

  /** The tables of an outlet with guests who share a basket. */
  tableSessions: (outletId: OutletId) =>
    queryOptions({
      queryKey: [...tableSessionsKey, outletId],
      queryFn: async ({ signal }) =>
        (await client.call('GET /dining/get-table-sessions', { query: { outletId }, signal })).tableSessions,
      staleTime: 0,
      // Guests pay there, and a waiter who is about to clear the table wants to know.
      refetchInterval: 5_000,
    }),

  diningAreas: (outletId: OutletId) =>
    queryOptions({
      queryKey: [...diningKey(outletId), 'areas'],
      queryFn: async ({ signal }) => {
        const params = { id: outletId };
        return (await client.call('GET /dining/get-tables/:id', { params, signal })).areas;
      },
    }),
};
