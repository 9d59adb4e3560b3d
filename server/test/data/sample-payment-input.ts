import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { Sample } from './sample-input.ts';

/** The part of `sampleInput` about payments online. */
export const samplePaymentInput = {
  'GET /order/payment-state/:reference': ({ orderId }) => ({ params: { reference: `${orderId}.c2lnbmVk` } }),
  'POST /order/give-up-payment/:reference': ({ orderId }) => ({
    params: { reference: `${orderId}.c2lnbmVk` },
    body: {},
  }),
  'GET /report/payments': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /report/payments-of-figure': () => ({ query: { from: '2026-01-01', to: '2026-12-31', kind: 'online' } }),
  'GET /order/payment-problems': () => ({}),
  'POST /order/acknowledge-payment-problem/:id': ({ orderId }) => ({ params: { id: orderId }, body: {} }),
  'GET /order/payment/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'POST /order/refund/:id': ({ orderId, canary }) => ({ params: { id: orderId }, body: { amount: 1, reason: canary } }),
} satisfies { [R in Route]?: (sample: Sample) => CallInput<R> };
