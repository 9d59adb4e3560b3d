import Logout from '@mui/icons-material/Logout';
import UnfoldMoreOutlined from '@mui/icons-material/UnfoldMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { words } from '../../words/words.ts';
import { visuallyHidden } from '../feedback/visually-hidden.ts';
import { drawerButton } from './drawer-row.ts';

const text = words.general.shell;

const AccountPanel = lazy(async () => ({ default: (await import('./account-panel.tsx')).AccountPanel }));

/** At the end of the drawer: who is signed in and for which restaurant, what belongs to the person, and the way out. */
export function AccountMenu({ onChoose, onLogOut }: { onChoose: () => void; onLogOut: () => void }) {
  const { data: me } = useQuery(queries.me());
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const name = me === undefined ? text.account : `${me.user.firstName} ${me.user.lastName}`;
  const place = me?.restaurant?.name ?? me?.user.email ?? '';
  return (
    <>
      {isOpen && (
        <Box id={panelId}>
          <Suspense>
            <AccountPanel
              onChoose={() => {
                setOpen(false);
                onChoose();
              }}
            />
          </Suspense>
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <ButtonBase
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return;
            event.stopPropagation();
            setOpen(false);
          }}
          sx={{ ...drawerButton, flex: 1, minWidth: 0, minHeight: 48, px: 0.5 }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography noWrap dir="auto" sx={{ font: 'inherit', color: 'tone.drawerInk' }}>
              {name}
            </Typography>
            <Typography noWrap dir="auto" variant="caption" component="p">
              {place}
            </Typography>
          </Box>
          <Box component="span" sx={visuallyHidden}>
            {text.accountMenu}
          </Box>
          <UnfoldMoreOutlined aria-hidden fontSize="small" />
        </ButtonBase>
        <ButtonBase
          aria-label={text.logout}
          title={text.logout}
          onClick={onLogOut}
          sx={{ ...drawerButton, justifyContent: 'center', inlineSize: 48, minHeight: 48, px: 0, borderInlineStart: 0 }}
        >
          <Logout data-points-along aria-hidden fontSize="small" />
        </ButtonBase>
      </Box>
    </>
  );
}
