import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import { type CancelReason, chosenCancelReasons } from '#contract/ordering/cancel-reasons.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { words } from '../../../words/words.ts';

const text = words.kitchen.liveOrders;

interface CancelDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCancel: (reason: string) => void;
}

/** Asks for the reason, because it reaches a guest (M07). */
export function CancelDialog({ isOpen, onClose, onCancel }: CancelDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{text.cancelTitle}</DialogTitle>
      <ReasonForm onClose={onClose} onCancel={onCancel} />
    </Dialog>
  );
}

function ReasonForm({ onClose, onCancel }: Omit<CancelDialogProps, 'isOpen'>) {
  const [reason, setReason] = useState('');
  const [ownWords, setOwnWords] = useState('');
  const labelId = useId();
  const isOther = reason === ('other' satisfies CancelReason);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCancel(isOther && ownWords.trim() !== '' ? ownWords.trim() : reason);
      }}
    >
      <DialogContent sx={{ pt: 0 }}>
        <FormControl fullWidth>
          <FormLabel id={labelId}>{text.reason}</FormLabel>
          <RadioGroup aria-labelledby={labelId} value={reason} onChange={(_, value) => setReason(value)}>
            {chosenCancelReasons.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio />}
                label={words.ordering.cancelReasons[one]}
                sx={{ minHeight: 'var(--control)' }}
              />
            ))}
          </RadioGroup>
        </FormControl>
        {isOther && (
          <TextField
            label={text.otherText}
            helperText={text.otherHint}
            value={ownWords}
            onChange={(event) => setOwnWords(event.target.value)}
            slotProps={{ htmlInput: { maxLength: limits.reason } }}
            sx={{ mt: 1 }}
          />
        )}
        {!isOther && <Hint>{reason === '' ? text.chooseReason : text.cancelHint}</Hint>}
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1, flexWrap: 'wrap' }}>
        <Button onClick={onClose}>{text.keepOrder}</Button>
        <Button type="submit" variant="contained" color="error" disabled={reason === ''}>
          {text.confirmCancel}
        </Button>
      </DialogActions>
    </form>
  );
}
