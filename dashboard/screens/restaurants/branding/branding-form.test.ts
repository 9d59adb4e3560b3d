import { describe, expect, test } from 'vitest';
import {
  brandingField,
  brandingForm,
  codeChanges,
  isColour,
  lookChanges,
  type SavedBranding,
  termsChanges,
} from './branding-form.ts';

const saved: SavedBranding = {
  branding: { accent: '#C2410C', logo: '/media/r/logo', cover: null, isBranded: true },
  settings: {
    name: 'Al Noor',
    nameTranslations: {},
    slug: 'al-noor',
    formerSlugs: [],
    currency: 'AED',
    currencyIsFixed: false,
    chargeOptions: 'once',
    tipModes: [],
    tipPercents: [5, 10, 15],
    legalName: '',
    taxNumber: '',
    taxAddress: '',
    locale: 'en',
    languages: ['en', 'ar'],
  },
  codeSettings: { countries: null, codesPerDay: 1000 },
};
const before = brandingForm(saved);
const file = new File(['x'], 'logo.png', { type: 'image/png' });

test('an unchanged form sends nothing', () => {
  const after = brandingForm(saved);
  expect([lookChanges(before, after), termsChanges(before, after), codeChanges(before, after)]).toEqual([
    null,
    null,
    null,
  ]);
});

describe('changes of the look', () => {
  test('send the new colour', () => {
    expect(lookChanges(before, { ...before, accent: '#0F766E' })).toEqual({ form: { accent: '#0F766E' } });
  });

  test('send a new picture', () => {
    expect(lookChanges(before, { ...before, cover: { kind: 'new', file } })).toEqual({
      form: {},
      files: { cover: file },
    });
  });

  test('remove a picture, where there was one', () => {
    const none = { kind: 'none' } as const;
    expect(lookChanges(before, { ...before, logo: none, cover: none })).toEqual({ form: { removeLogo: true } });
  });
});

test('changed terms and codes are sent, no country meaning all', () => {
  const after = { ...before, name: ' Noor ', currency: 'KWD', chargeOptions: 'each' as const, locale: 'ar' };
  expect(termsChanges(before, after)).toEqual({ name: 'Noor', currency: 'KWD', chargeOptions: 'each', locale: 'ar' });
  expect(termsChanges(before, { ...before, languages: 'ar' })).toEqual({ languages: ['ar'] });
  expect(termsChanges(before, { ...before, tipPercents: '٥٪، ١٢ 20%' })).toEqual({ tipPercents: [5, 12, 20] });
  expect(codeChanges(before, { ...before, countries: ['AE', 'GB'], codesPerDay: '50' })).toEqual({
    countries: ['AE', 'GB'],
    codesPerDay: 50,
  });
  const some = brandingForm({ ...saved, codeSettings: { countries: ['AE'], codesPerDay: 5 } });
  expect(codeChanges(some, { ...some, countries: [] })).toEqual({ countries: null });
});

test.each([
  ['#c2410c', true],
  ['#C2410C', true],
  ['c2410c', false],
  ['#c24', false],
  ['#c2410g', false],
])('%s is a colour: %s', (text, isOne) => expect(isColour(text)).toBe(isOne));

test('a refusal is shown at its field', () => {
  expect(['countries.0', 'currency', 'image'].map(brandingField)).toEqual(['countries', 'currency', null]);
});
