import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import Box from '@mui/material/Box';
import type { Menu } from '#contract/menu/menus.ts';
import { words } from '../../../words/words.ts';
import { guestsMenu } from './menu-state.tsx';

const text = words.menu.menus;

/** Says which menu is on the restaurant's site now: it need not be the one a merchant is working on (D-67). */
export function GuestMenuNote({ menus }: { menus: readonly Menu[] }) {
  const shown = guestsMenu(menus);
  const Icon = shown === null ? VisibilityOff : Visibility;
  return (
    <Box
      component="output"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        typography: 'body2',
        overflowWrap: 'anywhere',
        color: shown === null ? 'warning.main' : 'text.secondary',
      }}
    >
      <Icon aria-hidden fontSize="small" />
      {shown === null ? text.guestsSeeNone : text.guestsSee({ menu: shown.name })}
    </Box>
  );
}
