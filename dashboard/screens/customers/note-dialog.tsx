import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useFormState } from 'react-hook-form';
import type { CustomerId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { GuestNote } from '#contract/customers/guest-list.ts';
import { client } from '../../api/api.ts';
import { customersKey } from '../../api/customer-queries.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, useCheckedForm } from '../../components/form/checked-form.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { muiField } from '../../components/form/mui-field.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.customers.guest;

interface NoteForm {
  text: string;
  isAllergy: boolean;
}

const bodyOf = (filled: NoteForm) => ({
  kind: filled.isAllergy ? ('allergy' as const) : ('note' as const),
  text: filled.text.trim(),
});

/** A note about a guest: a new one, or a change of one that is there. */
export function NoteDialog(props: { customerId: CustomerId; note: GuestNote | null; onClose: () => void }) {
  const { customerId, note, onClose } = props;
  const { register, control, handleSubmit } = useCheckedForm<NoteForm>({
    defaultValues: { text: note?.text ?? '', isAllergy: note?.kind === 'allergy' },
    calls: (filled) => [checkedCall('POST /customer/add-note/:id', bodyOf(filled))],
  });
  const { errors } = useFormState({ control });
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: customersKey });
  const isShown = useIsShown();
  const saving = useMutation({
    mutationFn: (filled: NoteForm) =>
      note === null
        ? client.call('POST /customer/add-note/:id', { params: { id: customerId }, body: bodyOf(filled) })
        : client.call('POST /customer/update-note/:id', {
            params: { id: note._id },
            body: { ...bodyOf(filled), version: note.version },
          }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return refresh();
    },
    // The text stays; behind the dialog the page shows the note as it is by now.
    onError: (error) => {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'operation') });
      return refresh();
    },
  });
  const save = handleSubmit((filled) => {
    if (!saving.isPending) saving.mutate(filled);
  });
  return (
    <FormDialog
      title={note === null ? text.addHeading : text.editHeading}
      submitLabel={text.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        {...muiField(register('text'))}
        required
        multiline
        minRows={3}
        label={text.text}
        error={errors.text !== undefined}
        helperText={errors.text?.message ?? ' '}
        slotProps={{ htmlInput: { maxLength: limits.guestNote, autoComplete: 'off' } }}
      />
      <Controller
        name="isAllergy"
        control={control}
        render={({ field: { value, onChange, onBlur } }) => (
          <FormControlLabel
            control={<Checkbox checked={value} onChange={(_, next) => onChange(next)} onBlur={onBlur} />}
            label={text.isAllergy}
          />
        )}
      />
    </FormDialog>
  );
}
