import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { words } from '../../words/words.ts';

/** What was to be here did not come: the sentence that says why, and a way to ask again (M14). */
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
