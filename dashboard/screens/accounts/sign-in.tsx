import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink, Navigate } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { hideErrors, showToast } from '../../components/feedback/toast-store.ts';
import { useSession } from '../../components/shell/use-session.ts';
import { words } from '../../words/words.ts';
import { homeOf, paths } from '../../routing/paths.ts';
import { startSession } from '../../api/session.ts';
import { useReturnPage } from './return-page.ts';
import { EntryCard } from './entry-card.tsx';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx';
import { PasswordField } from './password-field.tsx';
import { type PendingSignIn, pendingSignIn, SecondStep } from './security/second-step.tsx';
import { errorText } from '../../words/error-text.ts';

const text = words.accounts.signIn;

interface Credentials {
  email: string;
  password: string;
}

/** / and /login. Who is signed in already goes on: to the page that was asked for, or home (core-setup 2). */
export function SignIn() {
  const session = useSession();
  const returnAddress = useReturnPage();
  const asked = { asked: returnAddress };
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  if (session !== null) return <Navigate to={returnAddress ?? homeOf(session.userType)} replace />;
  if (pending !== null) return <SecondStep key={pending.challenge} pending={pending} onOver={() => setPending(null)} />;
  return (
    <EntryCard title={text.welcome} heading={text.welcome} maxWidth={420}>
      <SignInForm onPending={setPending} />
      <PasskeySignIn />
      <Button component={RouterLink} to={paths.companySignIn()} state={asked} variant="outlined" sx={{ minHeight: 52 }}>
        {words.accounts.companySignIn.use}
      </Button>
      <Typography>
        {text.newHere}{' '}
        <Link component={RouterLink} to={paths.signUp()}>
          {text.signUpNow}
        </Link>
      </Typography>
    </EntryCard>
  );
}

function SignInForm({ onPending }: { onPending: (pending: PendingSignIn) => void }) {
  const { register, handleSubmit, formState, setError } = useCheckedForm<Credentials>({
    defaultValues: { email: '', password: '' },
    calls: (filled) => [checkedCall('POST /auth/signin', filled)],
    ownProblems: (filled) => emptyFields(filled, { email: text.emailRequired, password: text.passwordRequired }),
  });
  const { email, password } = formState.errors;
  const signingIn = useMutation({
    mutationFn: (credentials: Credentials) => client.call('POST /auth/signin', { body: credentials }),
    onMutate: hideErrors,
    onSuccess: ({ token, user }) => startSession({ token: token.token, userType: user.userType }),
    onError: (error) => {
      const pending = pendingSignIn(error);
      if (pending !== null) return onPending(pending);
      const message = errorText(error, 'login');
      showToast({ place: 'bar', tone: 'error', text: message });
      // Which of the two is wrong nobody is told.
      if (error instanceof CallError && error.status === 401) setError('password', { message });
    },
  });
  const submit = handleSubmit((credentials) => {
    if (!signingIn.isPending) signingIn.mutate(credentials);
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        {...muiField(register('email'))}
        type="email"
        label={text.email}
        error={email !== undefined}
        helperText={email?.message ?? ' '}
        autoComplete="username"
        slotProps={{ htmlInput: { maxLength: limits.email } }}
      />
      <PasswordField field={register('password')} error={password?.message} autoComplete="current-password" />
      <Box sx={{ display: 'flex' }}>
        <Link component={RouterLink} to={paths.forgotPassword()} sx={{ py: 1 }}>
          {text.forgotPassword}
        </Link>
      </Box>
      <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
        {signingIn.isPending ? text.loggingIn : text.logIn}
      </Button>
    </Box>
  );
}
