import { describe, expect, test } from 'vitest';
import { makeOutlet } from '../../../test/outlet.ts';
import {
  basicInfoField,
  type BasicInfoForm,
  basicInfoOf,
  basicInfoRequest,
  emptyBasicInfo,
  missingOfBasicInfo,
  readTaxRate,
} from './basic-info-form.ts';

const saved = basicInfoOf(makeOutlet(), 'AE');

describe('a new outlet', () => {
  test('begins with the zone and the dial code of the country', () => {
    expect(emptyBasicInfo('AE', 'Europe/London')).toMatchObject({
      timeZone: 'Asia/Dubai',
      phone: { country: 'AE', number: '' },
      sameDate: true,
      taxRate: '0',
    });
  });

  test('takes the zone of this device where the country has several, or is not known', () => {
    expect(emptyBasicInfo('US', 'America/Chicago').timeZone).toBe('America/Chicago');
    expect(emptyBasicInfo('ZZ', 'Asia/Calcutta')).toMatchObject({
      timeZone: 'Asia/Kolkata',
      phone: { country: '', number: '' },
    });
    expect(emptyBasicInfo('US', 'Etc/GMT+5').timeZone).toBe('');
  });

  test('needs everything that the documents name', () => {
    expect(missingOfBasicInfo({ ...emptyBasicInfo('US', 'Etc/Unknown'), sameDate: false, taxRate: '' })).toEqual([
      'Cover image',
      'Outlet name',
      'Time zone',
      'Email',
      'Phone',
      'Same date or Next date',
      'Tax rate between 0 and 100',
    ]);
  });
});

test('a saved outlet needs nothing, and is sent as it is', () => {
  expect(missingOfBasicInfo(saved)).toEqual([]);
  expect(basicInfoRequest(saved)).toEqual({
    name: 'Marina',
    nameTranslations: { ar: 'المارينا' },
    timeZone: 'Asia/Dubai',
    email: 'marina@example.com',
    phone: '+971501234567',
    orderingSchedule: { sameDate: true, nextDate: false },
    taxDetails: { taxRate: 5, taxInclusive: false },
    alertCalls: false,
  });
});

test.each<[Partial<BasicInfoForm>, string]>([
  [{ image: { kind: 'none' } }, 'Cover image'],
  [{ image: { kind: 'preparing', file: new File([], 'photo.png'), before: { kind: 'none' } } }, 'Cover image'],
  [{ name: '  ' }, 'Outlet name'],
  [{ email: ' ' }, 'Email'],
  [{ phone: { country: 'AE', number: '' } }, 'Phone'],
  [{ phone: { country: '', number: '501234567' } }, 'Phone'],
  [{ taxRate: '101' }, 'Tax rate between 0 and 100'],
])('%j makes Save wait for %s', (change, name) => {
  expect(missingOfBasicInfo({ ...saved, ...change })).toEqual([name]);
});

test.each([
  ['0', 0],
  ['100', 100],
  [' 5.25 ', 5.25],
  ['5,5', 5.5],
  ['100.01', null],
  ['5.125', null],
  ['-1', null],
  ['', null],
  ['five', null],
  ['1e1', null],
])('a tax rate of %j is %s', (entered, rate) => {
  expect(readTaxRate(entered)).toBe(rate);
});

test.each([
  ['taxDetails.taxRate', 'taxRate'],
  ['orderingSchedule', 'sameDate'],
  ['phone', 'phone'],
  ['image', 'image'],
  ['status', null],
])("the API's message about %s is shown at %s", (apiField, field) => {
  expect(basicInfoField(apiField)).toBe(field);
});
