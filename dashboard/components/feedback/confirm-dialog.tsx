import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { limits } from '#contract/base/limits.ts';
import { type CheckedCall, useCheckedForm } from '../form/checked-form.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { muiField } from '../form/mui-field.ts';

interface ConfirmDialogProps {
  title: string;
  hint: string;
  /** Where somebody has to say why: the words of the field, and the call that the reason goes to. */
  reason?: { label: string; hint: string; call: (reason: string) => CheckedCall };
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
  const { register, handleSubmit, formState } = useCheckedForm<{ reason: string }>({
    defaultValues: { reason: '' },
    calls: (filled) => (reason === undefined ? [] : [reason.call(filled.reason.trim())]),
  });
  const wrong = formState.errors.reason;
  const confirm = handleSubmit((filled) => {
    if (!isBusy) onConfirm(filled.reason.trim());
  });
  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      cancelLabel={cancelLabel}
      isDangerous={isDangerous}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void confirm()}
    >
      <Typography>{hint}</Typography>
      {reason !== undefined && (
        <TextField
          {...muiField(register('reason'))}
          required
          label={reason.label}
          error={wrong !== undefined}
          helperText={wrong?.message ?? reason.hint}
          slotProps={{ htmlInput: { maxLength: limits.reason } }}
        />
      )}
    </FormDialog>
  );
}
