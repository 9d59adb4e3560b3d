import { expect, test } from 'vitest';
import type { CustomerAddress } from '#contract/customers/customers.ts';
import type { DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { PickedDish } from '../../../components/menu/dish-picker.tsx';
import { atOutlet, isBegun, missingOf, newDraft, type PhoneDraft } from './phone-draft.ts';

const outlet = (id: string, modes: readonly PhoneDraft['mode'][]) =>
  ({ _id: id as OutletId, modes: modes.map((mode) => ({ mode, acceptsOrders: true })) }) as unknown as Outlet;
const marina = outlet('marina', ['pickup', 'delivery']);
const draft = newDraft(marina);
const lines = [{ key: 1, dish: {} as PickedDish, quantity: 2 }];
const asked: PhoneDraft = {
  ...draft,
  phone: '050 111 2233',
  name: 'Noura',
  mode: 'delivery',
  areaId: 'area' as DeliveryAreaId,
  location: '4 Harbour Road',
  floor: '12',
  lines,
  note: 'No onions',
  payment: 'card',
};

test('missing fields are named, and the door only of a delivery to a door that is not saved', () => {
  expect(missingOf(draft)).toEqual(['phone', 'name', 'dishes']);
  expect(missingOf({ ...draft, mode: 'delivery', phone: ' ' })).toEqual([
    'phone',
    'name',
    'area',
    'location',
    'floor',
    'dishes',
  ]);
  expect(missingOf(asked)).toEqual([]);
  expect(missingOf({ ...asked, areaId: null })).toEqual(['area']);
  expect(missingOf({ ...asked, areaId: null, postcode: 'SW1A' })).toEqual([]);
  expect(missingOf({ ...asked, areaId: null, location: '', floor: '', saved: {} as CustomerAddress })).toEqual([]);
});

test('another outlet keeps what the guest has said, but for the area of the one before', () => {
  expect(atOutlet(asked, outlet('creek', ['delivery']))).toEqual({
    ...asked,
    outletId: 'creek',
    areaId: null,
    postcode: '',
  });
  expect(atOutlet(asked, outlet('creek', ['pickup']))).toMatchObject({ mode: 'pickup', lines, note: 'No onions' });
});

test('an order is begun with the first thing that is typed or chosen', () => {
  expect(isBegun(draft)).toBe(false);
  expect(isBegun({ ...draft, phone: '  ', mode: 'delivery', payment: 'card' })).toBe(false);
  for (const part of [
    { phone: '0' },
    { name: 'N' },
    { location: '4' },
    { floor: '1' },
    { postcode: 'S' },
    { note: 'x' },
  ])
    expect(isBegun({ ...draft, ...part })).toBe(true);
  expect(isBegun({ ...draft, lines })).toBe(true);
});
