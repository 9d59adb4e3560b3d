import { expect, test } from 'vitest';
import type { DeliveryAreaId } from '#contract/base/ids.ts';
import { readMenu } from '../state/menu.ts';
import { testCatalogue } from '../test/catalogue.ts';
import { deliveredAddress } from './delivered-address.ts';
import { emptyBasket, type SavedAddress } from './stored-basket.ts';

const catalogue = testCatalogue();
const [area] = catalogue.deliveryAreas;
const drawn = { ...area!, _id: 'drawn-anew' as DeliveryAreaId, areaName: 'Quays', zone: 'polygon' as const };
const menu = readMenu({ ...catalogue, deliveryAreas: [area!, drawn] });
const address: SavedAddress = {
  deliveryAreaId: 'redrawn' as DeliveryAreaId,
  areaName: 'Old Town',
  location: '4 Quay Street',
  floor: '2',
  instruction: '',
  nickName: 'Home',
  position: { latitude: 25.1, longitude: 55.1 },
  metres: 900,
};
const basket = { ...emptyBasket(), address };

test('an address moves to the zone that the quote delivers by, and stays the same door', () => {
  expect(deliveredAddress(menu, basket, { deliveryAreaId: drawn._id })).toEqual({
    ...address,
    deliveryAreaId: 'drawn-anew',
    areaName: 'Quays',
  });
});

test.each([
  ['nobody delivers', basket, null],
  ['the menu does not know the zone', basket, 'unknown' as DeliveryAreaId],
  ['the basket is for pickup', { ...basket, orderingMode: 'Pickup' as const }, drawn._id],
  ['the zone is the same', { ...basket, address: { ...address, deliveryAreaId: drawn._id } }, drawn._id],
])('an address stays as it is where %s', (_, present, deliveryAreaId) => {
  expect(deliveredAddress(menu, present, { deliveryAreaId })).toBeNull();
});
