import TextField from '@mui/material/TextField';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useFormState } from 'react-hook-form';
import { isUnanswered } from '#contract/base/client.ts';
import type { CustomerId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { customersKey } from '../../api/customer-queries.ts';
import { RepeatKeys } from '../../api/repeat-keys.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { muiField } from '../../components/form/mui-field.ts';
import { readCount } from '../../components/form/read-number.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.customers.stamps;
/** The last correction of each guest's card that has no answer yet. */
const keys = new RepeatKeys<CustomerId>();

interface Correction {
  stamps: string;
  reason: string;
}

const bodyOf = ({ stamps, reason }: Correction) => ({ stamps: readCount(stamps), reason: reason.trim() });

/** Stamps that a guest is given, or that are taken from them, with the reason. */
export function CorrectStamps({ customerId, onClose }: { customerId: CustomerId; onClose: () => void }) {
  const { register, control, handleSubmit } = useCheckedForm<Correction>({
    defaultValues: { stamps: '1', reason: '' },
    calls: (filled) => [checkedCall('POST /customer/correct-stamps/:id', bodyOf(filled))],
  });
  const { errors } = useFormState({ control });
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: customersKey });
  const isShown = useIsShown();
  // One that was sent before this dialog was opened again counts, too.
  const mutationKey = ['correct-stamps', customerId];
  const isSending = useIsMutating({ mutationKey }) > 0;
  const saving = useMutation({
    mutationKey,
    mutationFn: (filled: Correction) => {
      const body = bodyOf(filled);
      const idempotencyKey = keys.keyOf(customerId, body.stamps);
      return client.call('POST /customer/correct-stamps/:id', { params: { id: customerId }, body, idempotencyKey });
    },
    onSuccess: ({ msg }) => {
      keys.forget(customerId);
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return refresh();
    },
    // The card behind the dialog is shown as it is by now.
    onError: (error) => {
      if (!isUnanswered(error)) keys.forget(customerId);
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') });
      return refresh();
    },
  });
  const save = handleSubmit((filled) => {
    if (!isSending) saving.mutate(filled);
  });
  return (
    <FormDialog
      title={text.correct}
      submitLabel={text.save}
      isBusy={isSending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        {...muiField(register('stamps'))}
        required
        label={text.by}
        error={errors.stamps !== undefined}
        helperText={errors.stamps?.message ?? text.byHint}
        slotProps={{ htmlInput: { maxLength: 4, autoComplete: 'off', dir: 'ltr' } }}
      />
      <TextField
        {...muiField(register('reason'))}
        required
        label={text.reason}
        error={errors.reason !== undefined}
        helperText={errors.reason?.message ?? text.reasonHint}
        slotProps={{ htmlInput: { maxLength: limits.stampReason, autoComplete: 'off' } }}
      />
    </FormDialog>
  );
}
