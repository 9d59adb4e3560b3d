import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CallError } from '#contract/base/client.ts';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { Hint } from './hint.tsx';

interface FailureProps {
  error: unknown;
  /** Kind of screen, which decides the words. */
  place: ErrorPlace;
  onRetry: () => void;
}

/** Stands in for content that could not be loaded: a sentence that says why, and a button to try again (M14). */
export function Failure({ error, place, onRetry }: FailureProps) {
  const status = error instanceof CallError ? error.status : 0;
  const requestId = error instanceof CallError ? error.answer?.requestId : undefined;
  return (
    <Box role="alert" sx={{ p: 4, display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}>
      <div>
        <Typography component="p" variant="h2">
          {errorText(error, place)}
        </Typography>
        {(status === 0 || status >= 500) && <Hint>{words.general.shell.nothingLost}</Hint>}
        {requestId !== undefined && (
          <Hint>
            {words.general.shell.requestId} <bdi dir="ltr">{requestId}</bdi>
          </Hint>
        )}
      </div>
      <Button variant="contained" onClick={onRetry}>
        {words.general.shell.tryAgain}
      </Button>
    </Box>
  );
}
