import type { MenuId } from '#contract/base/ids.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { guestsMenu } from '../menus/menu-state.tsx';

/** The menu that a file goes into: one that there is, one of a name, or the one that a JSON file names itself. */
export type Target = { kind: 'known'; id: MenuId } | { kind: 'new'; name: string } | { kind: 'named' };

/** Until somebody says otherwise: the menu one came from, for JSON its own, else the one that guests see. */
export function likelyTarget(
  menus: readonly Menu[],
  isJson: boolean,
  cameFrom: string | null,
  newName: string,
): Target {
  const requestedMenu = menus.find(({ _id }) => _id === cameFrom);
  if (requestedMenu !== undefined) return { kind: 'known', id: requestedMenu._id };
  if (isJson) return { kind: 'named' };
  const menu = guestsMenu(menus) ?? menus[0];
  return menu === undefined ? { kind: 'new', name: newName } : { kind: 'known', id: menu._id };
}

/** Fields of the import's request. */
export function targetFields(target: Target): { menuId?: MenuId; menuName?: string } {
  if (target.kind === 'known') return { menuId: target.id };
  return target.kind === 'new' ? { menuName: target.name } : {};
}
