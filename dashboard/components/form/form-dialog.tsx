import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { words } from '../../words/words.ts';
import { EditingArea } from '../feedback/editing-area.tsx';

interface FormDialogProps {
  title: string;
  /** Absent: there is nothing to send. */
  submitLabel?: string;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  /** It is being sent, and must not be sent twice. False where nothing is sent. */
  isBusy: boolean;
  /** The button meanwhile, in other words than Saving. */
  busyLabel?: string;
  /** The way out, in other words than Cancel. */
  cancelLabel?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form above the page. It is there as long as it is drawn. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    isDangerous = false,
    isBusy,
    busyLabel = words.general.form.saving,
    cancelLabel = words.dining.cancel,
    onSubmit,
    onClose,
    children,
  } = props;
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{cancelLabel}</Button>
          {submitLabel !== undefined && (
            <EditingArea>
              <Button
                type="submit"
                variant="contained"
                color={isDangerous ? 'error' : 'primary'}
                aria-busy={isBusy || undefined}
              >
                {isBusy ? busyLabel : submitLabel}
              </Button>
            </EditingArea>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
