import { expect, test } from 'vitest';
import { readDomain } from './own-domain.ts';

test.each([
  ['order.millers.com', 'order.millers.com'],
  ['  Order.Millers.COM. ', 'order.millers.com'],
  ['https://order.millers.com/', 'order.millers.com'],
  ['café.example.org', 'xn--caf-dma.example.org'],
  ['CAFÉ.example.org', 'xn--caf-dma.example.org'],
  ['مطعم.example.org', 'xn--2gbe8ac.example.org'],
  ['ｏrder。millers.com', 'order.millers.com'],
])('%j is the domain %j', (text, domain) => {
  expect(readDomain(text)).toBe(domain);
});

test.each([
  '',
  'millers',
  'localhost',
  'shop.localhost',
  'printer.local',
  'db.internal',
  '1.2.3.4',
  '0x7f.1',
  '[::1]',
  'millers.com:8443',
  'millers.com/menu',
  'millers.com?x',
  'user@millers.com',
  '*.millers.com',
  '-millers.com',
  'mill_ers.com',
  'mill ers.com',
  'millers..com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(130)}com`,
  'javascript:alert(1)',
  'ex%61mple.com',
])('%j is no domain that guests could open', (text) => {
  expect(readDomain(text)).toBeNull();
});
