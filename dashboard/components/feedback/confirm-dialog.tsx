import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import { FormDialog } from '../form/form-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  hint: string;
  /** Where somebody has to say why: the words of the field. */
  reason?: { label: string; hint: string; needed: string };
  confirmLabel: string;
  cancelLabel: string;
  isDangerous: boolean;
  isBusy: boolean;
  onClose: () => void;
  /** With the reason, trimmed; empty where none is asked for. */
  onConfirm: (reason: string) => void;
}

/** Asks before something that no Undo takes back. It is there as long as it is drawn. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, hint, reason, confirmLabel, cancelLabel, isDangerous, isBusy, onClose, onConfirm } = props;
  const [reasonText, setReasonText] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = reason !== undefined && reasonText.trim() === '';
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      cancelLabel={cancelLabel}
      isDangerous={isDangerous}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (!isMissing && !isBusy) onConfirm(reasonText.trim());
      }}
    >
      <Typography>{hint}</Typography>
      {reason !== undefined && (
        <TextField
          required
          label={reason.label}
          value={reasonText}
          onChange={(event) => setReasonText(event.target.value)}
          error={isTried && isMissing}
          helperText={isTried && isMissing ? reason.needed : reason.hint}
          slotProps={{ htmlInput: { maxLength: limits.reason } }}
        />
      )}
    </FormDialog>
  );
}
