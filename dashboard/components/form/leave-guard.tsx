import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useSession } from '../shell/use-session.ts';
import { words } from '../../words/words.ts';
import { Hint } from '../feedback/hint.tsx';
import { guardLeaving } from './leaving.ts';

interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  hasUnsaved: () => boolean;
  /** Then there is no question, unless it fails. */
  isSaving: boolean;
  /** Where somebody wants to go, to be opened once what is on its way is saved; null once they stay. */
  onHeld: (to: Location | null) => void;
}

/** Asks before work is lost (M16): in a dialog on the way to another page or at a log-out, in the browser's on the way out of the application. */
export function LeaveGuard({ hasUnsaved, isSaving, onHeld }: LeaveGuardProps) {
  const titleId = useId();
  // A page that waits for its person asks once they are back: a dialog would take the keyboard from the one where they log in.
  const isOver = useSession()?.isOver === true;
  const blocker = useBlocker(({ currentLocation: current, nextLocation: next }) => {
    const isHeld = (current.pathname !== next.pathname || current.search !== next.search) && hasUnsaved();
    // Also before a save is drawn: one that begins in this moment leads there too.
    if (isHeld) onHeld(next);
    return isHeld;
  });
  useEffect(() => {
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmUnload);
    return () => window.removeEventListener('beforeunload', confirmUnload);
  }, [hasUnsaved]);
  // How to leave by another way than an address; null while nobody wants to.
  const go = useRef<(() => void) | null>(null);
  const [isAsked, setAsked] = useState(false);
  const hold = useCallback((to: (() => void) | null) => {
    go.current = to;
    setAsked(to !== null);
  }, []);
  const goOn = useCallback(() => {
    const held = go.current;
    go.current = null;
    held?.();
  }, []);
  useEffect(() => guardLeaving({ hasUnsaved, ask: hold }), [hasUnsaved, hold]);
  useEffect(() => {
    // A wish to leave during a save is followed once it is done.
    if (isAsked && !isSaving && !hasUnsaved()) goOn();
  }, [isAsked, isSaving, hasUnsaved, goOn]);
  // A save may lead to another page before it is drawn as done.
  useEffect(() => goOn, [goOn]);
  const stay = () => {
    hold(null);
    onHeld(null);
    blocker.reset?.();
  };
  const leave = () => {
    if (isAsked) goOn();
    else blocker.proceed?.();
  };
  return (
    <Dialog
      open={(blocker.state === 'blocked' || isAsked) && !isSaving && !isOver}
      onClose={stay}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{words.general.form.leaveTitle}</DialogTitle>
      <DialogContent>
        <Hint>{words.general.form.leaveHint}</Hint>
      </DialogContent>
      <DialogActions>
        <Button onClick={leave} color="error">
          {words.general.form.leave}
        </Button>
        <Button variant="contained" onClick={stay}>
          {words.general.form.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
