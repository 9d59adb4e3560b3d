import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { words } from '../../words/words.ts';

/** Stands in for content that could not be loaded: a sentence that says why, and a button to try again (M14). */
export function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Box role="alert" sx={{ p: 4, display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}>
      <Typography component="p" variant="h2">
        {text}
      </Typography>
      <Button variant="contained" onClick={onRetry}>
        {words.general.shell.tryAgain}
      </Button>
    </Box>
  );
}
