import type { Menu } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { dotList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';
import { openHoursInWords } from '../../outlets/hours-words.ts';

const text = words.menu.menus.sale;

/** When and how a menu is sold: 'Monday to Friday: 07:00–11:00 · Pickup · Marina'. */
export function saleText({ sale }: Menu, outlets: readonly Outlet[]): string {
  if (sale === undefined) return text.always;
  const { hours, modes = [], outletIds = [] } = sale;
  const days = hours === undefined ? [] : openHoursInWords(hours);
  return dotList([
    ...(hours !== undefined && days.length === 0 ? [text.never] : days),
    ...modes.map((mode) => words.ordering.mode[mode]),
    ...outlets.filter(({ _id }) => outletIds.includes(_id)).map(({ name }) => name),
  ]);
}
