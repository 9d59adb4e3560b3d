import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { Sample } from './sample-input.ts';

/** An offer of a code that nobody's basket has. */
export const sampleOffer = (canary: string) =>
  ({ name: `Flyer ${canary}`, code: 'FLYER', benefit: { kind: 'percent', percent: 12.5 } }) as const;

/** The part of `sampleInput` about offers. */
export const sampleOfferInput = {
  'GET /offer/get-offers': () => ({}),
  'POST /offer/add-offer': ({ canary }) => ({ body: { ...sampleOffer(canary), code: 'AUTUMN' } }),
  'POST /offer/update-offer/:id': ({ offerId, canary }) => ({
    params: { id: offerId },
    body: { ...sampleOffer(canary), isPaused: true, version: 1 },
  }),
  'DELETE /offer/delete-offer/:id': ({ offerId }) => ({ params: { id: offerId } }),
} satisfies { [R in Route]?: (sample: Sample) => CallInput<R> };
