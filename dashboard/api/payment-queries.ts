/** Queries about online payments; they belong to `queries`. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isMoneyMoving } from '#contract/payments/money-moves.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from './api.ts';

export const paymentQueries = {
  /** The gateway through which guests pay online, for owners. */
  gateway: () =>
    queryOptions({
      queryKey: ['gateway'],
      queryFn: ({ signal }) => client.call('GET /restaurant/get-gateway', { signal }),
      staleTime: 300_000,
    }),

  /** Accepted orders whose money is in trouble. */
  paymentProblems: () =>
    queryOptions({
      queryKey: ['orders', 'payment-problems'],
      queryFn: async ({ signal }) => (await client.call('GET /order/payment-problems', { signal })).problems,
      refetchInterval: 60_000,
    }),

  /** The online payment of an order, read again while its money moves and with each version of the order. */
  orderPayment: ({ _id: id, version, status }: Pick<Order, '_id' | 'version' | 'status'>) =>
    queryOptions({
      queryKey: ['orders', 'one', id, 'payment', version],
      queryFn: async ({ signal }) => (await client.call('GET /order/payment/:id', { params: { id }, signal })).payment,
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data && isMoneyMoving(data, status) ? 3_000 : false),
    }),
};
