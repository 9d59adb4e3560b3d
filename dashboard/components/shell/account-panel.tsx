import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useId, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { appearance, appearances, onAppearanceChange, setAppearance } from '../../theme/appearance.ts';
import { paths } from '../../routing/paths.ts';
import { words } from '../../words/words.ts';
import { drawerButton, drawerRow } from './drawer-row.ts';
import { LanguageChoice } from './language-choice.tsx';

const text = words.general.shell;

/** The account, and how this browser shows Order Manager. */
export function AccountPanel({ onChoose }: { onChoose: () => void }) {
  const chosen = useSyncExternalStore(onAppearanceChange, appearance);
  const labelId = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1, pb: 1 }}>
      <Box component={Link} to={paths.account()} onClick={onChoose} sx={drawerRow}>
        <AccountCircleOutlined aria-hidden fontSize="small" />
        {text.account}
      </Box>
      <Box id={labelId} component="p" sx={{ m: 0, px: 1.5, typography: 'caption', color: 'tone.drawerInk2' }}>
        {text.appearance}
      </Box>
      <Box
        component="fieldset"
        aria-labelledby={labelId}
        sx={{ display: 'flex', gap: 1, border: 0, m: 0, p: 0, minInlineSize: 0 }}
      >
        {appearances.map((one) => (
          <ButtonBase
            key={one}
            aria-pressed={one === chosen}
            onClick={() => setAppearance(one)}
            sx={{
              ...drawerButton,
              flex: 1,
              justifyContent: 'center',
              border: 1,
              borderInlineStart: 1,
              borderColor: 'tone.drawerSelected',
              ...(one === chosen && { bgcolor: 'tone.drawerSelected', color: 'tone.drawerInk' }),
            }}
          >
            {text.appearances[one]}
          </ButtonBase>
        ))}
      </Box>
      <LanguageChoice isOnDrawer />
    </Box>
  );
}
