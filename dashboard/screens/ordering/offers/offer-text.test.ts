import { expect, test } from 'vitest';
import type { OfferId } from '#contract/base/ids.ts';
import type { ListedOffer } from '#contract/ordering/offers/offers.ts';
import { benefitText, offerState, usesText } from './offer-text.ts';
import { offerFields, offerValues } from './offer-form.ts';

const offer: ListedOffer = {
  _id: '0190a000-0000-7000-8000-000000000001' as OfferId,
  name: 'A fifth off',
  nameTranslations: {},
  code: 'FIFTH',
  benefit: { kind: 'percent', percent: 12.5 },
  scope: null,
  outlets: null,
  modes: ['pickup'],
  hours: null,
  from: '2026-11-24T10:00:00.000Z',
  until: '2026-11-25T10:00:00.000Z',
  isForFirstOrder: true,
  usesMax: 10,
  usesOfGuestMax: null,
  minimumSubtotal: 20,
  isPaused: false,
  stamps: null,
  uses: 7,
  version: 3,
};
const stateAt = (instant: string, over: Partial<ListedOffer> = {}) =>
  offerState({ ...offer, ...over }, new Date(instant));

test('an offer starts at its first instant and is over at its end', () => {
  expect(stateAt('2026-11-24T09:59:59Z')).toBe('starts');
  expect(stateAt('2026-11-24T10:00:00Z')).toBe('on');
  expect(stateAt('2026-11-25T10:00:00Z')).toBe('over');
  expect(stateAt('2026-11-24T12:00:00Z', { isPaused: true })).toBe('paused');
  expect(stateAt('2026-11-24T12:00:00Z', { uses: 10 })).toBe('usedUp');
});

test('an offer is told in words', () => {
  expect(benefitText(offer, 'AED')).toBe('12.5% off');
  expect(benefitText({ ...offer, benefit: { kind: 'buy_get', buy: 2, get: 1 } }, 'AED')).toBe('Buy 2, get 1 free');
  expect([usesText(offer), usesText({ ...offer, usesMax: null })]).toEqual(['7 of 10', '7']);
});

test('an offer is the same after its form, which is saved untouched', () => {
  const { _id, uses, version, ...fields } = offer;
  expect(offerFields(offerValues(offer, 'AED'), 'AED')).toEqual(fields);
});
