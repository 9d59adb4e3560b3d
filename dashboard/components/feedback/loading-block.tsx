import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { words } from '../../words/words.ts';
import { visuallyHidden } from './visually-hidden.ts';

/** Where something will stand once it is loaded, in words for who cannot see it (M14). */
export function LoadingBlock({ height, text = words.general.shell.loading }: { height: number; text?: string }) {
  return (
    <Box aria-busy="true" aria-live="polite">
      <Box component="span" sx={visuallyHidden}>
        {text}
      </Box>
      <Skeleton variant="rounded" height={height} />
    </Box>
  );
}
