import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dropDraft, emptyForm, formField, keepDraft, readDraft, signUpRequest, stepOf } from './sign-up-form.ts';

const filled = {
  restaurant: 'Al Noor',
  outlets: '2 - 5 outlets',
  countries: 'AE',
  chatfoodInformer: 'Friend',
  firstName: 'Sara',
  lastName: 'Khan',
  countryCode: 'AE',
  mobileNo: '50 123 4567',
  email: ' sara@example.com ',
  password: 'a long secret',
};

test('the request has the names of the API', () => {
  expect(signUpRequest(filled)).toEqual({
    restaurant: 'Al Noor',
    outlets: '2 - 5 outlets',
    country: 'United Arab Emirates',
    chatfoodInformer: 'Friend',
    firstName: 'Sara',
    lastName: 'Khan',
    countryCode: '+971',
    mobileNumber: '50 123 4567',
    email: 'sara@example.com',
    password: 'a long secret',
  });
});

test('the step with the first wrong field', () => {
  expect(stepOf(['password', 'countries'])).toBe(0);
  expect(stepOf(['email'])).toBe(1);
});

test('the fields that the API refuses are found on the form', () => {
  expect(formField('country')).toBe('countries');
  expect(formField('mobileNumber')).toBe('mobileNo');
  expect(formField('email')).toBe('email');
  expect(formField('slug')).toBeNull();
});

describe('the draft', () => {
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
      removeItem: (key: string) => store.delete(key),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('keeps what was entered, but never the password', () => {
    keepDraft(filled);
    expect([...store.values()].join()).not.toContain('secret');
    expect(readDraft()).toEqual({ ...filled, password: '' });
  });
  test('is empty at first, after it was dropped, and when it makes no sense', () => {
    expect(readDraft()).toEqual(emptyForm);
    keepDraft(filled);
    dropDraft();
    expect(readDraft()).toEqual(emptyForm);
    store.set('signup', '{"restaurant":7,"password":"x"');
    expect(readDraft()).toEqual(emptyForm);
    store.set('signup', '{"restaurant":7,"password":"x"}');
    expect(readDraft()).toEqual(emptyForm);
  });
});
