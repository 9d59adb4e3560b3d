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
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { CallError } from '#contract/base/client.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { isProofRefused, type Proof, ProofFields, useProof } from '../accounts/security/proof-fields.tsx';
import { OutletsField } from './outlets-field.tsx';
import { type Role, roles } from '#contract/base/enumerations.ts';
import { sayProblems } from '../../words/say-answer.ts';
import { errorText } from '../../words/error-text.ts';
import { useIsShown } from '../../components/form/use-is-shown.ts';

const text = words.staff.people;

interface Invited {
  email: string;
  role: Role;
  /** Null: all outlets. An owner has all of them. */
  outletIds: OutletId[] | null;
}

function invitation({ email, role, outletIds }: Invited) {
  return { email: email.trim(), role, ...(role === 'owner' ? {} : { outletIds }) };
}

/** An email and a role; the rest is the invited person's to say. It is there as long as it is drawn. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm<Invited>({
    defaultValues: { email: '', role: 'staff', outletIds: null },
    calls: (filled) => [checkedCall('POST /staff/invite', invitation(filled))],
    ownProblems: ({ email }) => emptyFields({ email: email.trim() }, { email: text.emailRequired }),
  });
  const { register, control, handleSubmit, setError } = form;
  const { errors } = useFormState({ control });
  const role = useWatch({ control, name: 'role' });
  const titleId = useId();
  const roleId = useId();
  const cache = useQueryClient();
  const proof = useProof();
  const isShown = useIsShown();
  const inviting = useMutation({
    mutationFn: ({ filled, given }: { filled: Invited; given?: Proof }) =>
      client.call('POST /staff/invite', { body: { ...invitation(filled), ...given } }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      if (isShown()) onClose();
      return cache.invalidateQueries({ queryKey: queries.staff().queryKey });
    },
    onError: (error) => {
      const { email } = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
      proof.showRefusal(error);
      if (isProofRefused(error)) return;
      if (email === undefined) showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
      else setError('email', { message: email }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((filled) => {
    if (inviting.isPending) return;
    if (filled.role === 'owner') proof.submit((given) => inviting.mutate({ filled, given }));
    else inviting.mutate({ filled });
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{text.inviteTitle}</DialogTitle>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
          <Typography>{text.inviteHint}</Typography>
          <TextField
            {...muiField(register('email'))}
            required
            type="email"
            label={text.email}
            error={errors.email !== undefined}
            helperText={errors.email?.message ?? ' '}
            slotProps={{ htmlInput: { maxLength: limits.email } }}
          />
          <FormControl>
            <FormLabel id={roleId}>{text.role}</FormLabel>
            <Controller
              control={control}
              name="role"
              render={({ field }) => (
                <RadioGroup {...field} aria-labelledby={roleId}>
                  {roles.map((one) => (
                    <FormControlLabel
                      key={one}
                      value={one}
                      control={<Radio />}
                      label={text.roles[one]}
                      sx={{ minHeight: 'var(--control)' }}
                    />
                  ))}
                </RadioGroup>
              )}
            />
            <Hint>{text.roleHints[role]}</Hint>
          </FormControl>
          {role === 'owner' ? (
            <ProofFields proof={proof} />
          ) : (
            <Controller
              control={control}
              name="outletIds"
              render={({ field: { value, onChange }, fieldState: { error } }) => (
                <OutletsField value={value} onChange={onChange} error={error?.message ?? null} />
              )}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" variant="contained">
            {inviting.isPending ? text.sending : text.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
