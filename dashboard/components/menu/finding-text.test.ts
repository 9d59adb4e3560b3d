import { expect, test } from 'vitest';
import type { Finding } from '#contract/menu/menu-check.ts';
import { type CheckSubject, type FindingCode, findingSeverities } from '#contract/menu/check/finding.ts';
import { findingPath, findingText } from './finding-text.ts';

const id = '0198c0de-0000-7000-8000-000000000001';

function finding(code: FindingCode, kind: CheckSubject['kind'], details: Partial<Finding> = {}): Finding {
  return { code, severity: findingSeverities[code], subject: { kind, id, name: 'Soup' }, ...details };
}

const cases: [Finding, string, string][] = [
  [
    finding('restaurant.email_unverified', 'restaurant'),
    "The owner's email is not confirmed. Follow the link in the mail to it.",
    '/dashboard/account',
  ],
  [finding('menu.none', 'restaurant'), 'You have no menu yet.', '/dashboard/menus/create'],
  [finding('menu.none_live', 'menu'), 'No menu is Live, so guests see none.', '/dashboard/menus'],
  [finding('menu.empty', 'menu'), 'The menu "Soup" is Live and has no dish.', `/dashboard/menus/edit?id=${id}`],
  [
    finding('menu.not_shown', 'menu'),
    'The menu "Soup" is Live, but guests see another one that is sold at all times. Say when this one is sold.',
    '/dashboard/menus',
  ],
  [
    finding('menu.never_sold', 'menu'),
    'The menu "Soup" is Live, but never sold: no outlet takes orders when and how it says.',
    `/dashboard/menus/edit?id=${id}&form=open`,
  ],
  [finding('category.empty', 'category'), 'The category "Soup" has no dish.', '/dashboard/menus'],
  [finding('item.in_no_category', 'item'), '"Soup" is in no category, so guests do not see it.', '/dashboard/menus'],
  [finding('item.no_image', 'item'), '"Soup" has no picture.', `/dashboard/items/edit?id=${id}`],
  [
    finding('item.diet_doubtful', 'item', { diets: ['vegan'] }),
    '"Soup" is declared Vegan, but what it contains, or each choice that it requires, says otherwise.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [
    finding('item.option_dead_end', 'item', { option: 'Large', list: 'Dips' }),
    'In "Soup" nobody can choose "Large": "Dips", which it opens, has too few options.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [
    finding('item.option_dead_end', 'item', { option: 'Large', list: 'Dips', outlet: { _id: id, name: 'Marina' } }),
    'At Marina nobody can choose "Large" in "Soup": "Dips", which it opens, has too few options.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [
    finding('item.dead_end', 'item'),
    'Nobody can order "Soup": without the options that lead nowhere, too few are left to choose from.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [
    finding('item.dead_end', 'item', { outlet: { _id: id, name: 'Marina' } }),
    'Nobody can order "Soup" at Marina: without the options that lead nowhere, too few are left to choose from.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [
    finding('item.list_never_asked', 'item', { list: 'Dips' }),
    'In "Soup", guests are never asked for "Dips": nothing opens it any more.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [
    finding('item.never_sold_with', 'item', { dishes: ['Bread', 'Tea'] }),
    '"Soup" is never sold together with Bread and Tea, so guests are not offered them.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [finding('item.free', 'item'), '"Soup" is free.', `/dashboard/items/edit?id=${id}`],
  [
    finding('translation.missing', 'modifier', { language: 'ar', fields: ['name', 'description'] }),
    '"Soup" has no name and description in Arabic.',
    `/dashboard/items/edit?id=${id}`,
  ],
  [
    finding('translation.missing', 'category', { language: 'ar', fields: ['name'] }),
    '"Soup" has no name in Arabic.',
    '/dashboard/menus',
  ],
  [
    finding('list.too_few_options', 'modifierList', { needed: 2, available: 1 }),
    '"Soup" asks guests to choose 2 but has 1. Items using it can\'t be ordered.',
    `/dashboard/modifier-lists/edit?id=${id}`,
  ],
  [
    finding('list.too_few_options', 'modifierList', { needed: 1, available: 0, outlet: { _id: id, name: 'Marina' } }),
    '"Soup" asks guests to choose 1 but has 0 at Marina. Items using it can\'t be ordered there.',
    `/dashboard/modifier-lists/edit?id=${id}`,
  ],
  [finding('outlet.none', 'restaurant'), 'You have no outlet yet.', '/dashboard/outlets/create'],
  [finding('outlet.none_active', 'outlet'), 'No outlet is active, so guests find none.', '/dashboard/outlets'],
  [
    finding('outlet.no_mode', 'outlet'),
    'Soup takes neither delivery nor pickup orders.',
    `/dashboard/outlets/edit/ordering-services/delivery?id=${id}`,
  ],
  [
    finding('outlet.no_payment', 'outlet', { mode: 'pickup' }),
    'Soup, Pickup: no payment method is on.',
    `/dashboard/outlets/edit/ordering-services/pickup?id=${id}`,
  ],
  [
    finding('outlet.no_area', 'outlet'),
    'Soup delivers, but has no delivery area.',
    `/dashboard/outlets/edit/ordering-services/delivery-area?id=${id}`,
  ],
  [
    finding('outlet.hours_not_set', 'outlet', { mode: 'delivery' }),
    'Soup, Delivery: no opening hours are set.',
    `/dashboard/outlets/edit/ordering-services/delivery?id=${id}`,
  ],
  [
    finding('outlet.always_closed', 'outlet', { mode: 'pickup' }),
    'Soup, Pickup: closed on every day.',
    `/dashboard/outlets/edit/ordering-services/pickup?id=${id}`,
  ],
  [
    finding('outlet.days_not_set', 'outlet', { mode: 'delivery', days: ['Sunday', 'Monday', 'Tuesday'] }),
    'Soup, Delivery: no hours are set for Sunday, Monday, and Tuesday.',
    `/dashboard/outlets/edit/ordering-services/delivery?id=${id}`,
  ],
  [finding('outlet.no_address', 'outlet'), 'Soup has no address.', `/dashboard/outlets/edit/address?id=${id}`],
  [finding('outlet.nothing_to_order', 'outlet'), 'Soup: every dish is off or sold out.', '/dashboard/items'],
];

test.each(cases)('%o', (found, sentence, path) => {
  expect(findingText(found)).toBe(sentence);
  expect(findingPath(found)).toBe(path);
});

test('every finding has its sentence here', () => {
  expect([...new Set(cases.map(([{ code }]) => code))].sort()).toEqual(Object.keys(findingSeverities).sort());
});
