/** Queries about reports; they belong to `queries`. */
import { queryOptions } from '@tanstack/react-query';
import type { MoneyKind } from '#contract/base/enumerations.ts';
import type { ReportScope } from '#contract/reports/reports.ts';
import { salesOf } from '../components/order/amount.ts';
import { client } from './api.ts';

/** The figures of each day begin with this key. */
export const dayFiguresKey = ['reports', 'day'];

export const reportQueries = {
  reportSales: (query: ReportScope) =>
    queryOptions({
      queryKey: ['reports', 'sales', query],
      queryFn: ({ signal }) => client.call('GET /report/sales', { query, signal }),
    }),

  reportItems: (query: ReportScope) =>
    queryOptions({
      queryKey: ['reports', 'items', query],
      queryFn: ({ signal }) => client.call('GET /report/items', { query, signal }),
    }),

  reportService: (query: ReportScope) =>
    queryOptions({
      queryKey: ['reports', 'service', query],
      queryFn: ({ signal }) => client.call('GET /report/service', { query, signal }),
    }),

  reportProblems: (query: ReportScope) =>
    queryOptions({
      queryKey: ['reports', 'problems', query],
      queryFn: ({ signal }) => client.call('GET /report/problems', { query, signal }),
    }),

  reportPayments: (query: ReportScope) =>
    queryOptions({
      queryKey: ['reports', 'payments', query],
      queryFn: ({ signal }) => client.call('GET /report/payments', { query, signal }),
    }),

  paymentsOfFigure: (query: ReportScope & { kind: MoneyKind }) =>
    queryOptions({
      queryKey: ['reports', 'payments-of-figure', query],
      queryFn: ({ signal }) => client.call('GET /report/payments-of-figure', { query, signal }),
    }),

  payouts: ({ from, to }: ReportScope) =>
    queryOptions({
      queryKey: ['reports', 'payouts', from, to],
      queryFn: ({ signal }) => client.call('GET /report/payouts', { query: { from, to }, signal }),
    }),

  payout: (query: { account: string; payoutId: string }) =>
    queryOptions({
      queryKey: ['reports', 'payout', query],
      queryFn: ({ signal }) => client.call('GET /report/payout', { query, signal }),
    }),

  /** Orders of a day, 'YYYY-MM-DD' on the calendars of the outlets, and how soon they were accepted. */
  reportOfDay: (day: string) =>
    queryOptions({
      queryKey: [...dayFiguresKey, day],
      queryFn: async ({ signal }) => {
        const query = { from: day, to: day };
        const [{ total, currency }, { acceptance }] = await Promise.all([
          client.call('GET /report/sales', { query, signal }),
          client.call('GET /report/service', { query, signal }),
        ]);
        const secondsToAccept = acceptance.orders === 0 ? null : acceptance.averageSeconds;
        return { orders: total.orders, sales: salesOf(total, currency), currency, secondsToAccept };
      },
    }),
};
