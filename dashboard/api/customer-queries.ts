/** Queries about the guests of the restaurant; they belong to `queries`. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/base/client.ts';
import type { CustomerId, OrderId } from '#contract/base/ids.ts';
import { client } from './api.ts';

/** The beginning of every key below. */
export const customersKey = ['customers'] as const;

export const customerQueries = {
  /** A page of the list. It tells nothing by itself of orders that are completed meanwhile. */
  customers: (query: NonNullable<CallInput<'GET /customer/get-all-customers'>['query']>) =>
    queryOptions({
      queryKey: [...customersKey, 'list', query],
      queryFn: ({ signal }) => client.call('GET /customer/get-all-customers', { query, signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),

  customer: (id: CustomerId) =>
    queryOptions({
      queryKey: [...customersKey, id],
      queryFn: ({ signal }) => client.call('GET /customer/get-customer/:id', { params: { id }, signal }),
      staleTime: 0,
    }),

  /** The notes about the guest of an order, for everybody who works on it. */
  notesOfOrder: (id: OrderId) =>
    queryOptions({
      queryKey: [...customersKey, 'of order', id],
      queryFn: ({ signal }) => client.call('GET /order/guest-notes/:id', { params: { id }, signal }),
      staleTime: 0,
    }),
};
