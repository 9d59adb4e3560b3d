import type { Menu } from '#contract/menu/menus.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import type { MenuRow } from './queries.ts';

/**
 * A menu with the field names of the specification. Its notes are for the people of the restaurant: guests get none.
 */
export function toMenu(row: MenuRow, audience: Audience): Menu {
  return {
    _id: row.id,
    name: row.name,
    calories: row.calories,
    platform: row.platform,
    notes: audience === 'merchant' ? row.notes : '',
    state: row.is_live ? 'true' : 'false',
  };
}

/** A new menu under both names that the specification has for it. */
export function addedMenuOnWire(menu: Menu): { ModifierList: Menu; menu: Menu } {
  return { ModifierList: menu, menu };
}
