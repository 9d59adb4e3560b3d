import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import Box from '@mui/material/Box';
import { shownMenus } from '#contract/menu/menu-sale.ts';
import type { Menu } from '#contract/menu/menus.ts';
import { commaList } from '../../../words/lists.ts';
import { words } from '../../../words/words.ts';

const text = words.menu.menus;

/** Says which menus are on the restaurant's site: it need not be the one a merchant is working on (D-67, decision 98). */
export function GuestMenuNote({ menus }: { menus: readonly Menu[] }) {
  const [shown, ...others] = shownMenus(menus);
  const Icon = shown === undefined ? VisibilityOff : Visibility;
  return (
    <Box
      component="output"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        typography: 'body2',
        overflowWrap: 'anywhere',
        color: shown === undefined ? 'warning.main' : 'text.secondary',
      }}
    >
      <Icon aria-hidden fontSize="small" />
      {shown === undefined
        ? text.guestsSeeNone
        : others.length === 0
          ? text.guestsSee({ menu: shown.name })
          : text.guestsSeeSome({ menus: commaList([shown, ...others].map(({ name }) => name)) })}
    </Box>
  );
}
