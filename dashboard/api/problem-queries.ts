/** Queries about problems that guests have reported; they belong to `queries`. */
import { queryOptions } from '@tanstack/react-query';
import type { OrderId } from '#contract/base/ids.ts';
import { client } from './api.ts';

/** The beginning of the keys below. An event of an order with a problem makes them old. */
export const problemsKey = ['problems'] as const;

export type ProblemState = 'open' | 'answered';

export const problemQueries = {
  problems: (state: ProblemState) =>
    queryOptions({
      queryKey: [...problemsKey, 'list', state],
      queryFn: async ({ signal }) =>
        (await client.call('GET /order/get-problems', { query: { state }, signal })).orders,
      staleTime: 0,
    }),

  openProblemCount: () =>
    queryOptions({
      queryKey: [...problemsKey, 'count'],
      queryFn: async ({ signal }) => (await client.call('GET /order/count-problems', { signal })).open,
      staleTime: 60_000,
    }),

  /** The money that an answer can give back now. */
  answerTerms: (id: OrderId) =>
    queryOptions({
      queryKey: [...problemsKey, 'terms', id],
      queryFn: async ({ signal }) =>
        (await client.call('GET /order/answer-terms/:id', { params: { id }, signal })).terms,
      staleTime: 0,
    }),
};
