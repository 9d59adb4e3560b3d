import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { EntryCard } from './entry-card.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.accounts.recovery;

interface ForgotPasswordForm {
  email: string;
}

/** /forgot-password: asks for a link to choose a new password. Whether the email has an account is not said (decision 8). */
export function ForgotPassword() {
  const asking = useMutation({
    mutationFn: ({ email }: ForgotPasswordForm) =>
      client.call('POST /auth/forgot-password', { body: { email: email.trim() } }),
    onError: (error) => showToast({ place: 'bar', tone: 'error', text: errorText(error, 'recovery') }),
  });
  const isSent = asking.isSuccess;
  return (
    <EntryCard
      title={text.forgotTitle}
      heading={isSent ? text.sent : text.forgotTitle}
      hint={isSent ? undefined : text.forgotHint}
      maxWidth={420}
    >
      {isSent ? (
        <Sent email={asking.variables.email.trim()} onAgain={() => asking.reset()} />
      ) : (
        <EmailForm isSending={asking.isPending} onSend={asking.mutate} />
      )}
      <Typography>
        <Link component={RouterLink} to={paths.signIn()}>
          {text.returnToLogin}
        </Link>
      </Typography>
    </EntryCard>
  );
}

function EmailForm({ isSending, onSend }: { isSending: boolean; onSend: (filled: ForgotPasswordForm) => void }) {
  const { register, handleSubmit, formState } = useCheckedForm<ForgotPasswordForm>({
    defaultValues: { email: '' },
    calls: ({ email }) => [checkedCall('POST /auth/forgot-password', { email })],
    ownProblems: (filled) => emptyFields(filled, { email: words.accounts.signIn.emailRequired }),
  });
  const { email } = formState.errors;
  const submit = handleSubmit((filled) => {
    if (!isSending) onSend(filled);
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        {...muiField(register('email'))}
        type="email"
        label={words.accounts.signIn.email}
        error={email !== undefined}
        helperText={email?.message ?? ' '}
        autoComplete="username"
        slotProps={{ htmlInput: { maxLength: limits.email } }}
      />
      <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
        {isSending ? text.sending : text.reset}
      </Button>
    </Box>
  );
}

/** Takes the place of the form, and the focus that was in it. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(() => sentence.current?.focus(), []);
  return (
    <>
      <Typography ref={sentence} tabIndex={-1} sx={{ outline: 'none', overflowWrap: 'anywhere' }}>
        {text.sentHint({ email })}
      </Typography>
      <Button variant="outlined" onClick={onAgain}>
        {text.sendAgain}
      </Button>
    </>
  );
}
