import { expect, test } from 'vitest';
import type { CategoryId, ItemId, OfferId, OutletId } from '#contract/base/ids.ts';
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
const id = (last: number) => `0190a000-0000-7000-8000-00000000000${last}`;
const present = { dishes: new Set([id(2)]), categories: new Set([id(3)]), outlets: new Set([id(4)]) };
const stateAt = (instant: string, over: Partial<ListedOffer> = {}) =>
  offerState({ ...offer, ...over }, new Date(instant), present);

test('an offer starts at its first instant and is over at its end', () => {
  expect(stateAt('2026-11-24T09:59:59Z')).toBe('starts');
  expect(stateAt('2026-11-24T10:00:00Z')).toBe('on');
  expect(stateAt('2026-11-25T10:00:00Z')).toBe('over');
  expect(stateAt('2026-11-24T12:00:00Z', { isPaused: true })).toBe('paused');
  expect(stateAt('2026-11-24T12:00:00Z', { uses: 10 })).toBe('usedUp');
});

test('an offer whose dishes or outlets were all deleted is for nobody', () => {
  const at = '2026-11-24T12:00:00Z';
  const scope = (items: string[], categories: string[]) => ({
    scope: { items: items as ItemId[], categories: categories as CategoryId[] },
  });
  expect(stateAt(at, scope([id(2), id(9)], []))).toBe('on');
  expect(stateAt(at, scope([id(9)], [id(3)]))).toBe('on');
  expect(stateAt(at, scope([id(9)], [id(8)]))).toBe('noDish');
  expect(stateAt(at, { ...scope([id(9)], []), isPaused: true })).toBe('paused');
  expect(stateAt(at, { outlets: [id(4), id(7)] as OutletId[] })).toBe('on');
  expect(stateAt(at, { outlets: [id(7)] as OutletId[] })).toBe('noOutlet');
  const unknown = { dishes: null, categories: null, outlets: null };
  const gone = { ...offer, ...scope([id(9)], [id(8)]), outlets: [id(7)] as OutletId[] };
  expect(offerState(gone, new Date(at), unknown)).toBe('on');
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
