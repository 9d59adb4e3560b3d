import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, type UseFormReturn, useFormState } from 'react-hook-form';
import type { OutletId } from '#contract/base/ids.ts';
import type { ContactKind } from '#contract/kitchen/alert-contacts.ts';
import type { OutletEscalation } from '#contract/kitchen/escalation.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';

const text = words.kitchen.escalation.contacts;

interface ContactCodeDialogProps {
  outletId: OutletId;
  kind: ContactKind;
  /** The address or the number that the code was sent to. */
  contact: string;
  onProven: (escalation: OutletEscalation) => void;
  onClose: () => void;
}

interface CodeForm {
  code: string;
}

/** Takes the code that was sent to an address or a number. It is there as long as it is drawn. */
export function ContactCodeDialog({ outletId, kind, contact, onProven, onClose }: ContactCodeDialogProps) {
  const form = useForm<CodeForm>({ defaultValues: { code: '' } });
  const isShown = useIsShown();
  const confirming = useMutation({
    mutationFn: ({ code }: CodeForm) =>
      client.call('POST /outlet/confirm-contact/:id', { params: { id: outletId }, body: { kind, code } }),
    onSuccess: ({ escalation, msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      onProven(escalation);
      if (isShown()) onClose();
    },
    onError: (error) => form.setError('code', { message: errorText(error, 'code') }, { shouldFocus: true }),
  });
  return (
    <FormDialog
      title={text.title}
      submitLabel={text.confirm}
      isBusy={confirming.isPending}
      busyLabel={text.confirming}
      onClose={onClose}
      onSubmit={() =>
        void form.handleSubmit((filled) => {
          if (!confirming.isPending) confirming.mutate(filled);
        })()
      }
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>{text.hint({ contact })}</Typography>
      <Code form={form} />
    </FormDialog>
  );
}

/** The dialog's only field, so it has the focus once it is there. */
function Code({ form: { register, control, setFocus } }: { form: UseFormReturn<CodeForm> }) {
  const { errors } = useFormState({ control });
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <TextField
      {...muiField(register('code', { required: text.codeRequired }))}
      label={text.code}
      error={errors.code !== undefined}
      helperText={errors.code?.message ?? ' '}
      autoComplete="one-time-code"
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 20 } }}
    />
  );
}
