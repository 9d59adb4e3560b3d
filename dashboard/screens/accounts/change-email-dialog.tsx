import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { errorText } from '../../words/error-text.ts';
import { sayProblems } from '../../words/say-answer.ts';
import { words } from '../../words/words.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from './security/proof-fields.tsx';

const text = words.accounts.verification;

interface NewEmailForm {
  email: string;
}

/** Another email for an account whose email is not confirmed. It is there as long as it is drawn. */
export function ChangeEmailDialog({ email: before, onClose }: { email: string; onClose: () => void }) {
  const titleId = useId();
  const cache = useQueryClient();
  const proof = useProof();
  const form = useCheckedForm<NewEmailForm>({
    defaultValues: { email: '' },
    calls: () => [],
    ownProblems: ({ email }) => emptyFields({ email: email.trim() }, { email: words.accounts.signIn.emailRequired }),
  });
  const changing = useMutation({
    mutationFn: ({ email, given }: { email: string; given: Proof }) =>
      client.call('POST /auth/change-email', { body: { email: email.trim(), ...given } }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      onClose();
      return cache.invalidateQueries({ queryKey: queries.me().queryKey });
    },
    onError: (error) => {
      const { email } = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
      proof.showRefusal(error);
      if (isProofRefused(error)) return;
      if (email === undefined) showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
      else form.setError('email', { message: email }, { shouldFocus: true });
    },
  });
  const submit = form.handleSubmit(({ email }) => {
    if (!changing.isPending) proof.submit((given) => changing.mutate({ email, given }));
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{text.correctTitle}</DialogTitle>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{text.correctHint({ email: before })}</Typography>
          <NewEmail form={form} />
          <ProofFields proof={proof} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" variant="contained">
            {changing.isPending ? text.saving : text.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The first field of the dialog, so it has the focus once it is there. */
function NewEmail({ form: { register, control, setFocus } }: { form: UseFormReturn<NewEmailForm> }) {
  const { errors } = useFormState({ control });
  useEffect(() => setFocus('email'), [setFocus]);
  return (
    <TextField
      {...muiField(register('email'))}
      required
      type="email"
      label={text.newEmail}
      error={errors.email !== undefined}
      helperText={errors.email?.message ?? ' '}
      autoComplete="email"
      slotProps={{ htmlInput: { maxLength: limits.email } }}
    />
  );
}
