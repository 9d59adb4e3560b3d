import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { Sample } from './sample-input.ts';

/** The part of `sampleInput` about the restaurant's list of its guests. */
export const sampleCustomerInput = {
  'GET /auth/consent': () => ({}),
  'POST /auth/change-consent': () => ({ body: { isGiven: true } }),
  'GET /customer/get-all-customers': () => ({ query: { search: '50', sort: '-spend', size: 25 } }),
  'GET /customer/export-customers': () => ({ query: {} }),
  'GET /customer/get-customer/:id': ({ customerId }) => ({ params: { id: customerId } }),
  'POST /customer/delete-customer/:id': ({ customerId }) => ({ params: { id: customerId } }),
  'POST /customer/add-note/:id': ({ customerId }) => ({
    params: { id: customerId },
    body: { text: 'Likes the window' },
  }),
  'POST /customer/update-note/:id': ({ noteId }) => ({
    params: { id: noteId },
    body: { kind: 'allergy', text: 'No nuts', version: 1 },
  }),
  'POST /customer/delete-note/:id': ({ noteId }) => ({ params: { id: noteId } }),
  'GET /order/stamp-card': () => ({}),
  'POST /customer/correct-stamps/:id': ({ customerId }) => ({
    params: { id: customerId },
    body: { stamps: 2, reason: 'Two dinners before there was a card' },
  }),
  'GET /order/guest-notes/:id': ({ orderId }) => ({ params: { id: orderId } }),
} satisfies { [R in Route]?: (sample: Sample) => CallInput<R> };
