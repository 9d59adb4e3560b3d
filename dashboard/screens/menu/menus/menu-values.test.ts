import { expect, test } from 'vitest';
import type { MenuId, OutletId } from '#contract/base/ids.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { menuChanges, menuFields, menuValues } from './menu-values.ts';

const [marina, deleted] = ['marina', 'deleted'] as OutletId[] as [OutletId, OutletId];
const menu: Menu = {
  _id: 'menu' as MenuId,
  name: 'Breakfast',
  nameTranslations: { ar: 'الفطور' },
  sale: { outletIds: [deleted] },
  calories: null,
  platform: 'Website',
  notes: 'Until eleven',
  state: 'true',
};

test('a menu of a deleted outlet keeps that limit while something else is changed', () => {
  const values = menuValues(menu);
  expect(menuChanges(menu, { ...values, notes: 'Until noon' })).toEqual({ notes: 'Until noon' });
  expect(menuChanges(menu, { ...values, modes: ['pickup'] })).toEqual({
    sale: { hours: null, modes: ['pickup'], outletIds: [deleted] },
  });
});

test('a menu is sold everywhere once the last outlet is unticked', () => {
  const values = menuValues(menu);
  expect(menuChanges(menu, { ...values, outlets: [] })).toEqual({
    sale: { hours: null, modes: null, outletIds: null },
  });
  expect(menuFields({ ...values, outlets: [marina] }, null).sale).toEqual({
    hours: null,
    modes: null,
    outletIds: [marina],
  });
});
