import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Portal from '@mui/material/Portal';
import Snackbar, { type SnackbarOrigin } from '@mui/material/Snackbar';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../words/words.ts';
import { hideErrors, hideToast, type Toast, onToastsChange, type ShownToast, shownToasts } from './toast-store.ts';

const origins: Record<Toast['place'], SnackbarOrigin> = {
  bar: { vertical: 'top', horizontal: 'center' },
  toast: { vertical: 'top', horizontal: 'left' },
};

interface ToastBarsProps {
  /** Calls back when a person has gone to another page. */
  onPageChange: (listener: () => void) => () => void;
}

/** The toasts of the moment, each in its place (decision 27, M17). An error ends with its page. */
export function ToastBars({ onPageChange }: ToastBarsProps): ReactNode {
  useEffect(() => onPageChange(hideErrors), [onPageChange]);
  const toasts = useSyncExternalStore(onToastsChange, shownToasts);
  return toasts.map((toast) => <ToastBar key={toast.key} toast={toast} />);
}

/**
 * Leaves by itself after 5 s, but not while the pointer or the focus is on it. It stands beside the application: an open dialog
 * hides that from screen readers, and has toasts of its own to tell.
 */
function ToastBar({ toast }: { toast: ShownToast }) {
  const { key, place, tone, text, undo } = toast;
  const [focusedBefore] = useState(() => document.activeElement);
  const takeBack = (isByKeyboard: boolean) => {
    hideToast(key);
    undo?.();
    // The button goes, and the focus must not go with it. A tap has none to keep, and would open the keyboard of a tablet.
    if (isByKeyboard && focusedBefore instanceof HTMLElement) focusedBefore.focus();
  };
  return (
    <Portal>
      <Snackbar
        open
        anchorOrigin={origins[place]}
        sx={{ insetInlineStart: place === 'toast' ? { sm: 8 } : undefined, insetBlockStart: { xs: 4, sm: 8 } }}
        autoHideDuration={limits.messageMilliseconds}
        onClose={(event, reason) => {
          if (reason !== 'clickaway' && !(undo !== undefined && isField(event?.target))) hideToast(key);
        }}
      >
        <Alert
          variant="filled"
          severity={tone === 'ok' ? 'success' : 'error'}
          role={tone === 'ok' ? 'status' : 'alert'}
          action={
            undo === undefined ? undefined : (
              <Button
                color="inherit"
                variant="outlined"
                onClick={({ detail }) => takeBack(detail === 0)}
                sx={{ borderColor: 'currentcolor' }}
              >
                {words.general.shell.undo}
              </Button>
            )
          }
          icon={place === 'toast' ? false : undefined}
          sx={{
            alignItems: 'center',
            // On a phone two lines lie on the head of the page alone: below it the bands say what is paused.
            minHeight: { xs: 48, sm: 56 },
            py: { xs: '2px', sm: '6px' },
            fontSize: { xs: '0.875rem', sm: '1rem' },
            '& .MuiAlert-message': { py: { xs: '4px', sm: '8px' } },
            // From 600 px on the toast stays on the drawer: it never lies on an order.
            maxWidth: place === 'toast' ? { sm: limits.drawerWidthPixels - 16 } : undefined,
            '& .MuiAlert-action': { pt: 0, my: { xs: 0, sm: 0.5 } },
          }}
        >
          {text}
        </Alert>
      </Snackbar>
    </Portal>
  );
}

/** Escape in a field is for what was typed there: the Undo of something else stays. */
function isField(target: EventTarget | null | undefined): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}
