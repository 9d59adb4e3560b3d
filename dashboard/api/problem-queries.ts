/** Queries about problems that guests have reported; they belong to `queries`. */
import { queryOptions } from '@tanstack/react-query';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from './api.ts';
import { readPages } from './read-pages.ts';

/** The beginning of the keys below. An event of an order with a problem makes them old. */
export const problemsKey = ['problems'] as const;

export type ProblemState = 'open' | 'answered';

export const problemQueries = {
  /** `pages` of the list together, so that what moves between them is in one. */
  problems: (state: ProblemState, pages: number) =>
    queryOptions({
      queryKey: [...problemsKey, 'list', state, pages],
      queryFn: ({ signal }) =>
        readPages(pages, async (last: Order | undefined) => {
          const query = { state, ...(last !== undefined && { after: last._id }) };
          return (await client.call('GET /order/get-problems', { query, signal })).orders;
        }),
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
