import { expect, test } from 'vitest';
import { parsePendingSignIn, parseSession } from './session.ts';

test('a session survives being stored', () => {
  const session = { token: 'abc', _id: '0190a000-0000-7000-8000-000000000001', isLoggedIn: true };
  expect(parseSession(JSON.stringify(session))).toEqual(session);
  expect(parseSession('{"token":"abc","isLoggedIn":true}')).toEqual({ token: 'abc', _id: null, isLoggedIn: true });
});

test.each([
  null,
  '',
  '{',
  'null',
  '{"token":""}',
  '{"token":5,"isLoggedIn":true}',
  '{"token":"abc","isLoggedIn":false}',
])('%s is signed out', (text) => {
  expect(parseSession(text)).toBeNull();
});

test('a sign-in under way survives a reload', () => {
  const pending = { number: '+971501234567', resendAt: 5, registrationToken: null };
  expect(parsePendingSignIn(JSON.stringify(pending))).toEqual(pending);
  expect(parsePendingSignIn('{"number":"+971501234567"}')).toBeNull();
  expect(parsePendingSignIn('x')).toBeNull();
});
