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

  /** Accepted orders whose money is in trouble, and the gateway while it refuses its key. */
  paymentProblems: () =>
    queryOptions({
      queryKey: ['orders', 'payment-problems'],
      queryFn: ({ signal }) => client.call('GET /order/payment-problems', { signal }),
      refetchInterval: 60_000,
    }),

  /** The online payments of an order: its own, and those of guests at its table, read again while its money moves and with each version of the order. */
  orderPayments: ({ _id: id, version, status, deliveryMode }: Order, isAtTable = deliveryMode === 'dine-in') =>
    queryOptions({
      queryKey: ['orders', 'one', id, 'payment', version],
      queryFn: async ({ signal }) => client.call('GET /order/payment/:id', { params: { id }, signal }),
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => {
        if (data === undefined) return false;
        const all = data.payment === null ? data.tablePayments : [data.payment];
        if (all.some((payment) => isMoneyMoving(payment, status))) return 3_000;
        return isAtTable && data.payment === null ? 5_000 : false;
      },
    }),
};
