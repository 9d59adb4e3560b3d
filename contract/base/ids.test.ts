import { expect, test } from 'vitest';
import { isId } from './ids.ts';

test.each([
  '0190a6c0-1b7e-7c3a-8f00-1234567890ab',
  '0190A6C0-1B7E-7C3A-BF00-1234567890AB',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  'c232ab00-9414-11ec-b3c8-9f6bdeced846',
  '00000000-0000-8000-9000-000000000000',
])('%s is an id', (text) => {
  expect(isId(text)).toBe(true);
});

test.each([
  '',
  'ORD-1',
  '0190a6c0-1b7e-7c3a-8f00-1234567890a',
  '0190a6c0-1b7e-7c3a-8f00-1234567890abc',
  '0190a6c0-1b7e-7c3a-8f00-1234567890ag',
  '0190a6c0-1b7e-0c3a-8f00-1234567890ab',
  '0190a6c0-1b7e-9c3a-8f00-1234567890ab',
  '0190a6c0-1b7e-7c3a-7f00-1234567890ab',
  '0190a6c0-1b7e-7c3a-cf00-1234567890ab',
  '0190a6c01b7e7c3a8f001234567890ab',
  '{0190a6c0-1b7e-7c3a-8f00-1234567890ab}',
  ' 0190a6c0-1b7e-7c3a-8f00-1234567890ab',
  '0190a6c0-1b7e-7c3a-8f00-1234567890ab\n',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
])('%j is not an id', (text) => {
  expect(isId(text)).toBe(false);
});
