import { describe, expect, test } from 'vitest';
import type { OutletId } from '../base/ids.ts';
import { weekdays } from '../base/time.ts';
import { canOrder, isSoldAt, shownMenus } from './menu-sale.ts';

const marina = 'marina' as OutletId;
const place = { outletId: marina, timeZone: 'Asia/Dubai', mode: 'pickup' as const };
const daily = (start: string, end: string) => weekdays.map((day) => ({ day, open: true, periods: [{ start, end }] }));
const breakfast = { hours: daily('07:00', '11:00') };
/** A Friday in Dubai. */
const at = (time: string) => new Date(`2026-11-27T${time}+04:00`);

describe('breakfast from 7 to 11', () => {
  test.each([
    ['06:59:59', false],
    ['07:00:00', true],
    ['10:59:59', true],
    ['11:00:00', false],
  ])('at %s is sold: %s', (time, isSold) => {
    expect(isSoldAt(breakfast, place, at(time))).toBe(isSold);
  });

  test.each([
    ['11:03:00', true],
    ['11:09:59', true],
    ['11:10:00', false],
    ['06:59:00', false],
  ])('an order that is sent at %s is taken: %s', (time, isTaken) => {
    expect(canOrder(breakfast, place, at(time), null)).toBe(isTaken);
  });

  test.each([
    ['09:00:00', true],
    ['11:00:00', false],
  ])('an order at 20:00 for %s of the next day is taken: %s', (time, isTaken) => {
    expect(canOrder(breakfast, place, at('20:00:00'), new Date(at(time).getTime() + 86_400_000))).toBe(isTaken);
  });
});

test('a period past midnight is sold until its end', () => {
  const late = { hours: daily('18:00', '02:00') };
  expect(['17:59', '18:00', '23:59', '01:59', '02:00'].map((time) => isSoldAt(late, place, at(`${time}:00`)))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('a menu is sold in its modes and at its outlets, and without limits always', () => {
  const noon = at('12:00:00');
  expect(isSoldAt({}, place, noon)).toBe(true);
  expect(isSoldAt({ hours: null, modes: null, outletIds: null }, place, noon)).toBe(true);
  expect(isSoldAt({ modes: ['delivery'] }, place, noon)).toBe(false);
  expect(isSoldAt({ modes: ['delivery', 'pickup'] }, place, noon)).toBe(true);
  expect(isSoldAt({ outletIds: [marina] }, place, noon)).toBe(true);
  expect(isSoldAt({ outletIds: ['downtown' as OutletId] }, place, noon)).toBe(false);
});

test('guests see the first Live menu without limits, and each Live one with limits', () => {
  const menu = (name: string, state: 'true' | 'false', sale = {}) => ({ name, state, sale });
  const menus = [
    menu('Draft', 'false'),
    menu('Breakfast', 'true', breakfast),
    menu('Usual', 'true'),
    menu('Former', 'true'),
    menu('Pickup only', 'true', { modes: ['pickup'] as const }),
    menu('Draft lunch', 'false', breakfast),
  ];
  expect(shownMenus(menus).map(({ name }) => name)).toEqual(['Breakfast', 'Usual', 'Pickup only']);
});
