import { expect, test } from 'vitest';
import Icon from '@mui/icons-material/SearchOutlined';
import { type Hit, orderNumberIn, searchHits } from './search-hits.ts';

const hit = (kind: string, label: string, detail?: string): Hit => ({
  kind,
  label,
  to: '/',
  Icon,
  ...(detail && { detail }),
});
const all = [
  hit('Page', 'Outlets'),
  hit('Page', 'Reports'),
  hit('Setting', 'Printers'),
  hit('Item', 'Crème brûlée', 'CB-1'),
  hit('Item', 'Ice cream', 'CB-2'),
];

test.each([
  ['', ['Outlets', 'Reports']],
  ['print', ['Printers']],
  ['creme', ['Crème brûlée']],
  ['CB', ['Crème brûlée', 'Ice cream']],
  // All words, in any order; what begins with the text comes first.
  ['cream ice', ['Ice cream']],
  ['r', ['Reports', 'Printers', 'Crème brûlée', 'Ice cream']],
  ['nothing', []],
])('"%s" finds what has all its words', (text, labels) =>
  expect(searchHits(all, text, 'Page').map(({ label }) => label)).toEqual(labels),
);

test('names in other languages are searched beside the label', () => {
  const soup = { ...hit('Item', 'Lentil soup', 'LS-1'), otherNames: { ar: 'شوربة عدس' } };
  const labels = (text: string) => searchHits([...all, soup], text, 'Page').map(({ label }) => label);
  expect(labels('عدس شوربة')).toEqual(['Lentil soup']);
  expect(labels('شوربة ls')).toEqual(['Lentil soup']);
});

test('one kind does not crowd out the others', () => {
  const items = Array.from({ length: 20 }, (_, index) => hit('Item', `Tea ${index}`));
  expect(searchHits([...items, hit('Outlet', 'Tea house')], 'tea', 'Page')).toHaveLength(7);
});

test.each([
  ['#105', '105'],
  [' 105 ', '105'],
  ['M-105', 'M-105'],
  ['M105', 'M-105'],
  ['#ma-105', 'ma-105'],
  ['١٠٥', '105'],
  ['tea105', null],
  ['105 tea', null],
  ['tea', null],
])('an order is meant by "%s": %s', (text, number) => expect(orderNumberIn(text)).toBe(number));
