import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link as RouterLink } from 'react-router';
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { hideErrors, showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { paths } from '../../routing/paths.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { PasswordField } from './password-field.tsx';
import { type PendingSignIn, pendingSignIn } from './security/second-step.tsx';

const text = words.accounts.signIn;

interface Credentials {
  email: string;
  password: string;
}

interface SignInFormProps {
  /** The email of the one account that can sign in here, above a page that must not be left; absent: any account. */
  fixedEmail?: string;
  onPending: (pending: PendingSignIn) => void;
  onSignedIn: (signedIn: SignedIn) => void;
}

export function SignInForm({ fixedEmail, onPending, onSignedIn }: SignInFormProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useCheckedForm<Credentials>({
    defaultValues: { email: fixedEmail ?? '', password: '' },
    calls: (filled) => [checkedCall('POST /auth/signin', filled)],
    ownProblems: (filled) => emptyFields(filled, { email: text.emailRequired, password: text.passwordRequired }),
  });
  const { email, password } = formState.errors;
  const signingIn = useMutation({
    mutationFn: (credentials: Credentials) => client.call('POST /auth/signin', { body: credentials }),
    onMutate: hideErrors,
    onSuccess: onSignedIn,
    onError: (error) => {
      const pending = pendingSignIn(error);
      if (pending !== null) return onPending(pending);
      const message = errorText(error, 'login');
      showToast({ place: 'bar', tone: 'error', text: message });
      // Which of the two is wrong nobody is told.
      if (error instanceof CallError && error.status === 401) setError('password', { message });
    },
  });
  const isFixed = fixedEmail !== undefined;
  useEffect(() => {
    if (isFixed) setFocus('password');
  }, [isFixed, setFocus]);
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
        slotProps={{ htmlInput: { maxLength: limits.email, readOnly: isFixed } }}
      />
      <PasswordField field={register('password')} error={password?.message} autoComplete="current-password" />
      <Box sx={{ display: 'flex' }}>
        <Link component={RouterLink} to={paths.forgotPassword()} target={isFixed ? '_blank' : undefined} sx={{ py: 1 }}>
          {text.forgotPassword}
        </Link>
      </Box>
      <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
        {signingIn.isPending ? text.loggingIn : text.logIn}
      </Button>
    </Box>
  );
}
