import { expect, test } from 'vitest';
import type { DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import { areaChanges, areaRequest, areaValues } from './area-values.ts';

const area: DeliveryArea = {
  _id: 'area' as DeliveryAreaId,
  outletId: 'outlet' as OutletId,
  areaName: 'Harbour',
  areaNameTranslations: {},
  minBasketValue: 30,
  deliveryFee: 5,
  shape: { kind: 'circle', centre: [55.14, 25.08], radius: 1500 },
  feeTiers: [{ upTo: 1000, fee: 3 }],
};
const place = { currency: 'AED', kitchen: null };
const values = areaValues(area, 'AED', null);

test('changes of an area are sent alone, so that those of others stay', () => {
  expect(areaChanges(area, values, place)).toEqual({});
  expect(areaChanges(area, { ...values, areaNameTranslations: { ar: 'الميناء' }, freeFrom: '80' }, place)).toEqual({
    areaNameTranslations: { ar: 'الميناء' },
    freeFrom: 80,
  });
});

test('a new area is sent whole', () => {
  expect(areaChanges(null, values, place)).toEqual(areaRequest(values, 'AED'));
});
