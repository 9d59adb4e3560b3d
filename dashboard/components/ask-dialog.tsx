import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { limits } from '#contract/limits.ts';

interface AskDialogProps {
  title: string;
  hint: string;
  /** Where somebody has to say why: the words of the field. */
  reason?: { label: string; hint: string; needed: string };
  confirm: string;
  keep: string;
  isDangerous: boolean;
  isBusy: boolean;
  onClose: () => void;
  /** With the reason, trimmed; empty where none is asked for. */
  onConfirm: (reason: string) => void;
}

/** Asks before something that no Undo takes back. It is there as long as it is drawn. */
export function AskDialog(props: AskDialogProps) {
  const { title, hint, reason, confirm, keep, isDangerous, isBusy, onClose, onConfirm } = props;
  const [why, setWhy] = useState('');
  const [isTried, setTried] = useState(false);
  const titleId = useId();
  const isMissing = reason !== undefined && why.trim() === '';
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isMissing && !isBusy) onConfirm(why.trim());
        }}
      >
        <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
          <Typography>{hint}</Typography>
          {reason !== undefined && (
            <TextField
              required
              label={reason.label}
              value={why}
              onChange={(event) => setWhy(event.target.value)}
              error={isTried && isMissing}
              helperText={isTried && isMissing ? reason.needed : reason.hint}
              slotProps={{ htmlInput: { maxLength: limits.reason } }}
            />
          )}
        </DialogContent>
        <DialogActions sx={{ p: 2, gap: 1, flexWrap: 'wrap' }}>
          <Button onClick={onClose}>{keep}</Button>
          <Button type="submit" variant="contained" color={isDangerous ? 'error' : 'primary'}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
