/** Queries about the person's own account; they belong to `queries`. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

export const accountQueries = {
  /** Where the person is signed in. */
  sessions: () =>
    queryOptions({
      queryKey: ['sessions'],
      queryFn: async ({ signal }) => (await client.call('GET /auth/sessions', { signal })).sessions,
    }),

  /** Whether the person's account has a second factor. */
  factor: () =>
    queryOptions({
      queryKey: ['factor'],
      queryFn: async ({ signal }) => (await client.call('GET /auth/factor', { signal })).factor,
    }),

  /** The person's passkeys. */
  passkeys: () =>
    queryOptions({
      queryKey: ['passkeys'],
      queryFn: async ({ signal }) => (await client.call('GET /auth/passkeys', { signal })).passkeys,
    }),

  /** The company's provider, for owners. */
  company: () =>
    queryOptions({
      queryKey: ['company', 'provider'],
      queryFn: ({ signal }) => client.call('GET /restaurant/get-company', { signal }),
    }),

  /** Colleagues who have a PIN for shared tablets. */
  tablet: () =>
    queryOptions({
      queryKey: ['tablet'],
      queryFn: ({ signal }) => client.call('GET /auth/tablet', { signal }),
    }),
};
