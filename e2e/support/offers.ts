import { OfferInput } from '#contract/ordering/offers/offers.ts';
import type { Call, Place } from './test.ts';

/** An offer of the place with a code: a tenth off, until the end of 2099; of some dishes where they are given. */
export async function addOffer(call: Call, place: Place, { scope = null }: Partial<Pick<OfferInput, 'scope'>> = {}) {
  const body = OfferInput.parse({
    name: 'A tenth off',
    code: 'TENTH',
    benefit: { kind: 'percent', percent: 10 },
    until: '2099-12-31T20:00:00.000Z',
    scope,
  });
  return (await call('POST /offer/add-offer', { body }, place.owner.token)).offer;
}
