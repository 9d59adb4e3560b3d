import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { words } from '../../words/words.ts';
import { useSession } from '../shell/use-session.ts';

/** An admin's session inside a restaurant: the server refuses whatever changes something (docs/decisions/0023-support-access.md). */
export function useIsReadOnly(): boolean {
  return useSession()?.isSupportAccess === true;
}

/** Around what changes something. In a support view it is there to be seen, takes no input, and says why. */
export function EditingArea({ children }: { children: ReactNode }) {
  if (!useIsReadOnly()) return children;
  return (
    <Box component="fieldset" disabled aria-label={words.platform.supportAccess.onlyReads} sx={readOnlyStyle}>
      {children}
    </Box>
  );
}

const readOnlyStyle = {
  display: 'contents',
  '& button:disabled, & .MuiSwitch-root:has(:disabled)': { opacity: 0.45 },
  '& .MuiInputBase-root:has(:disabled)': { bgcolor: 'tone.subtle' },
  '& :disabled': { cursor: 'not-allowed' },
} as const;
