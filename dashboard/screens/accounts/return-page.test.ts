import { expect, test } from 'vitest';
import { returnPage } from './return-page.ts';

test.each([
  '/dashboard',
  '/dashboard/items?sort=-price',
  '/dashboard/orders/live?order=0198c0de-0000-7000-8000-000000000001#top',
  '/dashboard?next=//evil.test',
])('%s is a page of ours', (asked) => {
  expect(returnPage(asked)).toBe(asked);
});

test('an address is resolved before it is checked', () => {
  expect(returnPage('/dashboard/menus/../items')).toBe('/dashboard/items');
  expect(returnPage('/dashboard\\items')).toBe('/dashboard/items');
});

const evil = [
  '//evil.test',
  '//evil.test/dashboard',
  '///evil.test',
  '////evil.test/dashboard',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  'https://evil.test/dashboard',
  'https:evil.test',
  'https:/evil.test/dashboard',
  'https:\\\\evil.test',
  'HTTPS://EVIL.TEST',
  'http://order-manager.invalid.evil.test/dashboard',
  'https://order-manager.invalid@evil.test/dashboard',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  'javascript://dashboard/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.test/x',
  'vbscript:msgbox(1)',
  'mailto:a@evil.test',
  'ftp://evil.test/dashboard',
  '%2f%2fevil.test',
  '/%2fevil.test',
  '/%5cevil.test',
  '@evil.test/dashboard',
  '.evil.test',
  'dashboard',
  '/dashboard.evil.test',
  '/dashboardevil',
  '/dashboard@evil.test',
  '/dashboard/../..//evil.test',
  '/dashboard/..//evil.test',
  '/dashboard/../login',
  '/dashboard/%2e%2e//evil.test',
  '/dashboard/..\\\\evil.test',
  '/login',
  '/',
  '',
];

test('there are enough of them', () => {
  expect(new Set(evil).size).toBeGreaterThanOrEqual(40);
});

test.each(evil)('%j leads nowhere', (asked) => {
  expect(returnPage(asked)).toBeNull();
});

test.each([null, undefined, 7, ['/dashboard'], { toString: () => '/dashboard' }])('%o is no address', (asked) => {
  expect(returnPage(asked)).toBeNull();
});
