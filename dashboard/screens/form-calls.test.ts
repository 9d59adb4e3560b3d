/** Each form with the calls that it makes: every value that is sent is one of the schema, and is shown by a field of the form. */
import type { Mode } from '#contract/base/enumerations.ts';
import { describe, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import type { ItemId, OutletId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { checkInput } from '../components/form/check-input.ts';
import { checkedCall, type CheckedCall } from '../components/form/checked-form.ts';
import { formField, signUpRequest } from './accounts/sign-up/sign-up-form.ts';
import { escalationChanges, escalationForm } from './kitchen/escalation/escalation-form.ts';
import { emptyItem, itemChanges, itemField, type ItemForm, itemRequest } from './menu/items/item-form.ts';
import { priceCalls, priceField } from './menu/items/price-form.ts';
import { emptyList, listChanges, listField, type ListForm, listRequest } from './menu/modifier-lists/list-form.ts';
import { categoryNamesField, namesRequest } from './menu/menus/category-names-form.ts';
import { addressField, addressRequest } from './outlets/address/address-form.ts';
import { emptySpecialDay, specialDayField, specialDayRequest } from './outlets/special-days/special-day-form.ts';
import { basicInfoField, basicInfoOf, basicInfoRequest } from './outlets/wizard/basic-info-form.ts';
import { orderingModeField, orderingModeOf, orderingModeRequest } from './outlets/wizard/ordering-mode-form.ts';
import { brandingField, codeChanges, lookChanges, termsChanges } from './restaurants/branding/branding-form.ts';
import { makeOutlet } from '../test/outlet.ts';

const item: ItemForm = { ...emptyItem, name: 'Burger', price: '18.50', sku: 'BURGER', quantity: '5' };
const list: ListForm = { ...emptyList, name: 'Sizes', displayName: 'Choose a size', min: '1', max: '1' };
const password = 'violet anchor 47 lamps';
const look = { logo: { kind: 'none' }, cover: { kind: 'none' }, accent: '#C2410C' } as const;
const branding = {
  ...look,
  name: 'Al Noor',
  nameTranslations: { ar: '' },
  currency: 'AED',
  chargeOptions: 'once' as const,
  tipModes: [] as Mode[],
  tipPercents: '5',
  locale: 'en',
  languages: 'en',
  legalName: 'Al Noor LLC',
  taxNumber: '',
  taxAddress: '',
  countries: [],
  codesPerDay: '100',
};
const otherBranding = {
  ...branding,
  accent: '#1D4ED8',
  name: 'Al Noor Marina',
  nameTranslations: { ar: 'النور' },
  currency: 'USD',
  chargeOptions: 'each' as const,
  tipModes: ['pickup' as const],
  tipPercents: '10, 15',
  locale: 'ar',
  languages: 'en,ar',
  legalName: 'Al Noor',
  taxNumber: '100123456700003',
  taxAddress: 'Marina Walk 1',
  countries: ['AE'],
  codesPerDay: '50',
};
const alertsRoute = 'POST /outlet/update-escalation/:id';
const alerts = escalationForm({
  devicesMinutes: 1,
  mailMinutes: 3,
  mailTo: null,
  email: 'marina@example.test',
  alertCalls: false,
  callMinutes: 5,
  isMailProven: true,
  isPhoneProven: true,
  callsBy: 'message',
  phone: '+97144321000',
  rejectMinutes: null,
  refusesUnattended: false,
  answerMinutes: 10,
});
const same = (apiField: string) => apiField;

/** `unshown` are the values that the form sends without a field for them. */
const forms: [name: string, call: CheckedCall, fieldOf: (apiField: string) => string | null, unshown: string[]][] = [
  ['the sign-in', checkedCall('POST /auth/signin', { email: 'a@b.co', password }), same, []],
  [
    'the sign-up',
    checkedCall(
      'POST /auth/signup',
      signUpRequest({
        restaurant: 'Al Noor',
        outlets: '2 - 5 outlets',
        countries: 'AE',
        chatfoodInformer: 'Friend',
        firstName: 'Sara',
        lastName: 'Khan',
        countryCode: 'AE',
        mobileNo: '50 123 4567',
        email: 'sara@example.com',
        password,
      }),
    ),
    formField,
    [],
  ],
  ['an invitation', checkedCall('POST /staff/invite', { email: 'a@b.co', role: 'staff', outletIds: null }), same, []],
  ['a new item', checkedCall('POST /menu/add-items-modifier', itemRequest(item, 'AED')), itemField, []],
  [
    'an item',
    checkedCall(
      'POST /menu/update-items-modifier/:id',
      itemChanges({ ...emptyItem, price: '1', calories: '1', allergens: ['milk'] }, { ...item, price: '2' }, 'AED'),
    ),
    itemField,
    ['quantitySeen'],
  ],
  [
    'a new modifier list',
    checkedCall('POST /menu/add-modifier-list', listRequest(list)),
    listField,
    ['allowMultipleSelection', 'optional', 'halves'],
  ],
  [
    'a modifier list',
    checkedCall('POST /menu/update-modifier-list/:id', listChanges(emptyList, { ...list, isOptional: true })),
    listField,
    ['optional'],
  ],
  [
    'a new outlet',
    checkedCall('POST /outlet/add-outlet', basicInfoRequest(basicInfoOf(makeOutlet(), 'AE'))),
    basicInfoField,
    ['alertCalls'],
  ],
  [
    'an outlet',
    checkedCall('PUT /outlet/update-outlet/:id', basicInfoRequest(basicInfoOf(makeOutlet(), 'AE'))),
    basicInfoField,
    ['alertCalls'],
  ],
  [
    'the address of an outlet',
    checkedCall('PUT /outlet/update-outlet/:id', {
      address: addressRequest({
        location: 'Marina Walk 1',
        area: 'Marina',
        locationArabic: '',
        areaArabic: '',
        latitude: '25.08',
        longitude: '55.14',
      }),
    }),
    addressField,
    [],
  ],
  [
    'an ordering mode',
    checkedCall(
      'POST /outlet/update-ordering-modes/:id',
      orderingModeRequest(orderingModeOf(makeOutlet(), 'delivery'), 'delivery'),
    ),
    orderingModeField,
    ['mode', 'delivery', 'paymentMethod.cashOnDelivery', 'paymentMethod.cardOnDelivery'],
  ],
  [
    'a special day',
    checkedCall(
      'POST /outlet/update-special-day/:id',
      specialDayRequest({ ...emptySpecialDay, reason: 'Eid', startsOn: '2026-03-20' }),
    ),
    specialDayField,
    ['open', 'mode'],
  ],
  ['the order alerts', checkedCall(alertsRoute, escalationChanges(alerts)), same, []],
  [
    'the terms',
    checkedCall('POST /restaurant/update-settings', termsChanges(branding, otherBranding)!),
    brandingField,
    [],
  ],
  [
    'the codes',
    checkedCall('POST /auth/update-code-settings', codeChanges(branding, otherBranding)!),
    brandingField,
    [],
  ],
  [
    'the look',
    checkedCall('POST /restaurant/update-branding', lookChanges(branding, otherBranding)!.form!),
    brandingField,
    [],
  ],
  ['the name of a device', checkedCall('POST /device/rename/:id', { name: 'Till' }), same, []],
  [
    'the names of a category',
    checkedCall('POST /menu/add-update-category', namesRequest({ name: 'Mains', arabic: 'أطباق' })),
    categoryNamesField,
    [],
  ],
  ['a table', checkedCall('POST /dining/update-table/:id', { name: '12' }), same, []],
  ['an area of tables', checkedCall('POST /dining/update-area/:id', { name: 'Terrace' }), same, []],
  ['a reason why an account is disabled', checkedCall('POST /admin/disable-user/:id', { reason: 'Left' }), same, []],
  [
    'a change of prices',
    priceCalls([{ _id: '0198c0de-0000-7000-8000-000000000001' as ItemId, price: 18.5 } as Item], {
      by: 'percent',
      value: -12.5,
    })[0]!,
    priceField,
    ['items', 'change.kind', 'change.price.by'],
  ],
  ['the PIN', checkedCall('POST /auth/set-pin', { pin: '1234', password }), same, []],
  [
    'a printer',
    checkedCall('POST /printing/add-printer', {
      name: 'Kitchen',
      outletId: '0198c0de-0000-7000-8000-000000000001' as OutletId,
      kind: 'cloudprnt',
      width: 48,
      prints: 'arrival',
    }),
    same,
    [],
  ],
];

describe.each(forms)('%s', (_, { route, input }, fieldOf, unshown) => {
  test('sends only what the schema has, and nothing that it refuses', () => {
    const { shape } = schemaOf(route);
    expect(Object.keys(input as object).filter((name) => !Object.hasOwn(shape, name))).toEqual([]);
    expect(Object.keys(input as object)).not.toEqual([]);
    expect(checkInput(route, input)).toEqual({});
  });

  test('has a field for every value that can be refused', () => {
    expect(pathsOf(input, '').filter((path) => fieldOf(path) === null)).toEqual(unshown);
  });
});

test.each([
  ['1', {}],
  ['120', {}],
  [' 15 ', {}],
  ['0', { devicesMinutes: { code: 'too_small', details: { least: 1 } } }],
  ['-3', { devicesMinutes: { code: 'too_small', details: { least: 1 } } }],
  ['121', { devicesMinutes: { code: 'too_large', details: { most: 120 } } }],
  ['1.5', { devicesMinutes: { code: 'not_whole' } }],
  ['ten', { devicesMinutes: { code: 'not_a_number' } }],
  ['', { devicesMinutes: { code: 'not_a_number' } }],
])('minutes typed as %j: %j', (devicesMinutes, problems) => {
  expect(checkInput(alertsRoute, escalationChanges({ ...alerts, devicesMinutes }))).toEqual(problems);
});

test.each([
  [{ latitude: '25.08', longitude: '' }, { 'address.longitude': { code: 'outlet.pin_incomplete' } }],
  [{ latitude: '', longitude: '55.14' }, { 'address.latitude': { code: 'outlet.pin_incomplete' } }],
  [{ latitude: '90.01', longitude: '0' }, { 'address.latitude': { code: 'too_large', details: { most: 90 } } }],
  [{ latitude: '0', longitude: '-180.5' }, { 'address.longitude': { code: 'too_small', details: { least: -180 } } }],
  [{ latitude: '25°', longitude: '0' }, { 'address.latitude': { code: 'not_a_number' } }],
  [{ latitude: ' -33,9 ', longitude: '0' }, {}],
])('a pin typed as %j: %j', (pin, problems) => {
  const address = addressRequest({
    location: 'Marina Walk 1',
    area: 'Marina',
    locationArabic: '',
    areaArabic: '',
    ...pin,
  });
  expect(checkInput('PUT /outlet/update-outlet/:id', { address })).toEqual(problems);
});

function schemaOf(route: Route): { shape: object } {
  const { body, form }: Endpoint = api[route];
  return (body ?? form) as unknown as { shape: object };
}

/** The paths of all values but objects; a list is one value. */
function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`));
}
