import type { Menu } from '#contract/menu/menus.ts';
import { isLimited } from '#contract/menu/menu-sale.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import type { MenuRow } from './queries.ts';

/**
 * A menu with the field names of the specification. Its notes are for the people of the restaurant: guests get none.
 */
export function toMenu(row: MenuRow, audience: Audience): Menu {
  return {
    _id: row.id,
    name: row.name,
    ...(Object.keys(row.name_translations).length > 0 && { nameTranslations: row.name_translations }),
    ...saleForWire(row),
    calories: row.calories,
    platform: row.platform,
    notes: audience === 'merchant' ? row.notes : '',
    state: row.is_live ? 'true' : 'false',
  };
}

/** The limits that there are; no field where there is none. */
export function saleForWire(row: Pick<MenuRow, 'sale_hours' | 'sale_modes' | 'sale_outlet_ids'>): Pick<Menu, 'sale'> {
  const { sale_hours: hours, sale_modes: modes, sale_outlet_ids: outletIds } = row;
  const sale = {
    ...(hours && { hours: hours as NonNullable<Menu['sale']>['hours'] }),
    ...(modes && { modes }),
    ...(outletIds && { outletIds }),
  };
  return isLimited(sale) ? { sale } : {};
}

/** A new menu under both names that the specification has for it. */
export function addedMenuOnWire(menu: Menu): { ModifierList: Menu; menu: Menu } {
  return { ModifierList: menu, menu };
}
