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
import { useId, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { showToast } from '../../components/feedback/toast-store.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { looksLikeEmail } from '../accounts/sign-up/sign-up-form.ts';
import { OutletsField } from './outlets-field.tsx';
import { type Role, roles } from '#contract/base/enumerations.ts';
import { sayProblem } from '../../words/say-answer.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.staff.people;

/** An email and a role; the rest is the invited person's to say. It is there as long as it is drawn. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('staff');
  const [outletIds, setOutletIds] = useState<OutletId[] | null>(null);
  const [isTried, setTried] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const titleId = useId();
  const roleId = useId();
  const cache = useQueryClient();
  const inviting = useMutation({
    mutationFn: () =>
      client.call('POST /staff/invite', {
        body: { email: email.trim(), role, ...(role === 'owner' ? {} : { outletIds }) },
      }),
    onSuccess: ({ msg }) => {
      showToast({ place: 'bar', tone: 'ok', text: msg });
      onClose();
      return cache.invalidateQueries({ queryKey: queries.staff().queryKey });
    },
    onError: (error) => {
      const field = error instanceof CallError ? error.answer?.fields?.['email'] : undefined;
      setWrong(field === undefined ? null : sayProblem(field));
      if (field === undefined) showToast({ place: 'bar', tone: 'error', text: errorText(error, 'record') });
    },
  });
  const needsOutlet = role !== 'owner' && outletIds?.length === 0;
  const submit = () => {
    setTried(true);
    if (email.trim() === '') setWrong(text.emailRequired);
    else if (!looksLikeEmail(email)) setWrong(words.accounts.signUp.emailImpossible);
    else if (!needsOutlet && !inviting.isPending) inviting.mutate();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{text.inviteTitle}</DialogTitle>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
          <Typography>{text.inviteHint}</Typography>
          <TextField
            required
            type="email"
            label={text.email}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setWrong(null);
            }}
            error={wrong !== null}
            helperText={wrong ?? ' '}
            slotProps={{ htmlInput: { maxLength: limits.email } }}
          />
          <FormControl>
            <FormLabel id={roleId}>{text.role}</FormLabel>
            <RadioGroup
              aria-labelledby={roleId}
              value={role}
              onChange={(_, value) => setRole(roles.find((one) => one === value) ?? role)}
            >
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
            <Hint>{text.roleHints[role]}</Hint>
          </FormControl>
          {role !== 'owner' && (
            <OutletsField
              value={outletIds}
              onChange={setOutletIds}
              error={isTried && needsOutlet ? text.outletsNeeded : null}
            />
          )}
        </DialogContent>
        <DialogActions sx={{ p: 2, gap: 1, flexWrap: 'wrap' }}>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" variant="contained">
            {inviting.isPending ? text.sending : text.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
