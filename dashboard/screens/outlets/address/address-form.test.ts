import { describe, expect, test } from 'vitest';
import type { Outlet } from '#contract/outlets/outlets.ts';
import {
  addressAt,
  addressField,
  type AddressForm,
  addressOf,
  addressRequest,
  missingOfAddress,
  pinOf,
  readDegrees,
} from './address-form.ts';

const form: AddressForm = {
  location: 'Marina Walk 1',
  area: 'Marina',
  locationArabic: 'ممشى المارينا 1',
  areaArabic: '',
  latitude: '25.08',
  longitude: '55.14',
};
const empty: AddressForm = { location: '', area: '', locationArabic: '', areaArabic: '', latitude: '', longitude: '' };
const outlet = (address: Outlet['address']) => ({ address }) as Outlet;

test('an outlet without an address has an empty form', () => {
  expect(addressOf(outlet(null))).toEqual(empty);
  const known = {
    location: 'Marina Walk 1',
    locationTranslations: { ar: 'ممشى المارينا 1' },
    area: 'Marina',
    areaTranslations: {},
    latitude: 25.08,
    longitude: null,
  };
  expect(addressOf(outlet(known))).toEqual({ ...form, longitude: '' });
});

test('Save waits for location and area, and for nothing else', () => {
  expect(missingOfAddress({ ...empty, location: ' ' })).toEqual(['Location', 'Area']);
  expect(missingOfAddress({ ...form, latitude: '', longitude: '' })).toEqual([]);
});

describe('degrees', () => {
  test.each([
    ['25.08', 90, 25.08],
    [' -33,9 ', 90, -33.9],
    ['25,204', 90, 25.204],
    ['٢٥٫٠٨', 90, 25.08],
    ['90', 90, 90],
    ['-90.0', 90, -90],
    ['90.01', 90, null],
    ['-180.5', 180, null],
    ['', 90, null],
    ['25°', 90, null],
    ['1e1', 90, null],
    ['0x10', 90, null],
  ])('%s up to %i is %s', (entered, most, degrees) => {
    expect(readDegrees(entered, most)).toBe(degrees);
  });

  test('a pin needs both', () => {
    expect(pinOf(form)).toEqual({ latitude: 25.08, longitude: 55.14 });
    expect(pinOf({ ...form, longitude: '' })).toBeNull();
  });
});

test('no coordinates are sent without a pin', () => {
  expect(addressRequest(form)).toEqual({
    location: 'Marina Walk 1',
    area: 'Marina',
    locationTranslations: { ar: 'ممشى المارينا 1' },
    areaTranslations: { ar: '' },
    latitude: 25.08,
    longitude: 55.14,
  });
  expect(addressRequest({ ...form, latitude: '', longitude: '' })).toEqual({
    location: 'Marina Walk 1',
    area: 'Marina',
    locationTranslations: { ar: 'ممشى المارينا 1' },
    areaTranslations: { ar: '' },
    latitude: null,
    longitude: null,
  });
});

test('a found place is entered whole; an area that it does not name stays', () => {
  const place = { location: 'Jumeirah Road 5', area: '', latitude: 25.2, longitude: 55.3 };
  expect(addressAt(place, form)).toEqual({
    ...form,
    location: 'Jumeirah Road 5',
    area: 'Marina',
    latitude: '25.2',
    longitude: '55.3',
  });
  expect(addressAt({ ...place, area: 'Jumeirah' }, form).area).toBe('Jumeirah');
});

test('refusals of the API are shown at their fields', () => {
  expect(addressField('address.latitude')).toBe('latitude');
  expect(addressField('address.locationTranslations.ar')).toBe('locationArabic');
  expect(addressField('address.areaTranslations.ar')).toBe('areaArabic');
  expect(addressField('name')).toBeNull();
});
