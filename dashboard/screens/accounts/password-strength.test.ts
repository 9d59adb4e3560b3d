import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test.each([
  ['', 'weak'],
  ['Kx7!mQ2', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['qzbvkwpt', 'fair'],
  ['Kx7!mQ2z', 'fair'],
  ['Kx7!mQ2zPw', 'strong'],
  ['qzbvkwpt1xyz', 'strong'],
  ['four quiet cooks at noon', 'strong'],
  ['طباخون في الظهيرة', 'strong'],
])('"%s" is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
