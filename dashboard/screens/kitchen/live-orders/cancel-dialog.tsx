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
import { useWatch } from 'react-hook-form';
import type { OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type CancelReason, chosenCancelReasons } from '#contract/ordering/cancel-reasons.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import { muiField } from '../../../components/form/mui-field.ts';
import { words } from '../../../words/words.ts';
import { Overtaken } from './overtaken.tsx';

const text = words.kitchen.liveOrders;

interface CancelDialogProps {
  /** The status that the order had when the dialog was opened; null: it is closed. */
  from: OrderStatus | null;
  order: Order;
  onClose: () => void;
  onCancel: (reason: string) => void;
}

interface CancelForm {
  /** A code; empty as long as none is chosen. */
  reason: string;
  /** For the guest, where no code fits. */
  ownWords: string;
}

function reasonOf({ reason, ownWords }: CancelForm): string {
  return reason === ('other' satisfies CancelReason) && ownWords.trim() !== '' ? ownWords.trim() : reason;
}

/**
 * Asks for the reason, because it reaches a guest (M07). An order that another device moves meanwhile is no longer the one
 * that was to be cancelled: its food may be ready.
 */
export function CancelDialog({ from, order, onClose, onCancel }: CancelDialogProps) {
  const titleId = useId();
  /** Stays until the dialog has gone. */
  const [obstacle, setObstacle] = useState<string | null>(null);
  const present = text.notCancelled({ number: order.orderName, status: words.ordering.status[order.status] });
  if (from !== null && from !== order.status && obstacle !== present) setObstacle(present);
  return (
    <Dialog
      open={from !== null}
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
      slotProps={{ transition: { onExited: () => setObstacle(null) } }}
    >
      <DialogTitle id={titleId}>{text.cancelTitle}</DialogTitle>
      {obstacle !== null ? (
        <Overtaken onClose={onClose}>{obstacle}</Overtaken>
      ) : (
        <ReasonForm orderId={order._id} onClose={onClose} onCancel={onCancel} />
      )}
    </Dialog>
  );
}

interface ReasonFormProps {
  orderId: OrderId;
  onClose: () => void;
  onCancel: (reason: string) => void;
}

function ReasonForm({ orderId, onClose, onCancel }: ReasonFormProps) {
  const { register, control, setValue, handleSubmit, formState } = useCheckedForm<CancelForm>({
    defaultValues: { reason: '', ownWords: '' },
    calls: (filled) => [
      checkedCall('POST /order/update-order-status', { orderId, status: 'Cancelled', reason: reasonOf(filled) }),
    ],
    fieldOf: (apiField) => (apiField === 'reason' ? 'ownWords' : null),
  });
  const reason = useWatch({ control, name: 'reason' });
  const wrong = formState.errors.ownWords;
  const labelId = useId();
  const isOther = reason === ('other' satisfies CancelReason);
  const cancel = handleSubmit((filled) => onCancel(reasonOf(filled)));
  return (
    <form noValidate onSubmit={(event) => void cancel(event)}>
      <DialogContent sx={{ pt: 0 }}>
        <FormControl fullWidth>
          <FormLabel id={labelId}>{text.reason}</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={reason}
            onChange={(_, value) => setValue('reason', value, { shouldDirty: true })}
          >
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
            {...muiField(register('ownWords'))}
            label={text.otherText}
            error={wrong !== undefined}
            helperText={wrong?.message ?? text.otherHint}
            slotProps={{ htmlInput: { maxLength: limits.reason } }}
            sx={{ mt: 1 }}
          />
        )}
        {!isOther && <Hint>{reason === '' ? text.chooseReason : text.cancelHint}</Hint>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.keepOrder}</Button>
        <Button type="submit" variant="contained" color="error" disabled={reason === ''}>
          {text.confirmCancel}
        </Button>
      </DialogActions>
    </form>
  );
}
