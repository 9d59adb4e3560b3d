import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { words } from '../messages/words.ts';
import { Hint } from './hint.tsx';

/**
 * Asks before work is lost (M16): on the way to another page in a dialog, on the way out of the application in the browser's.
 * `hasUnsaved` is asked at the moment of leaving.
 */
export function LeaveGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const titleId = useId();
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      (here.pathname !== next.pathname || here.search !== next.search) && hasUnsaved(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{words.form.leaveTitle}</DialogTitle>
      <DialogContent>
        <Hint>{words.form.leaveHint}</Hint>
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={() => blocker.proceed?.()} color="error">
          {words.form.leave}
        </Button>
        <Button variant="contained" onClick={stay}>
          {words.form.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
