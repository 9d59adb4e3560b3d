import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useFormState } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { words } from '../../words/words.ts';
import { homeOf, paths } from '../../routing/paths.ts';
import { sessionOf, startSession } from '../../api/session.ts';
import { EntryCard } from '../accounts/entry-card.tsx';
import { PasswordField } from '../accounts/password-field.tsx';
import { isLongEnough, shortPassword } from '../accounts/sign-up/sign-up-form.ts';
import { sayProblems } from '../../words/say-answer.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.staff.invitation;
const signUp = words.accounts.signUp;

interface Joining {
  firstName: string;
  lastName: string;
  password: string;
}

/** /accept-invitation: with the token of a mailed link. Whoever is signed in on this device is somebody else from then on. */
export function AcceptInvitation() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => client.call('POST /auth/find-invitation', { body: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.isPending) return <LinearProgress aria-label={text.loading} />;
  if (invitation.isError) {
    return (
      <EntryCard title={text.title} heading={text.invalid} maxWidth={420}>
        <Typography role="alert">{errorText(invitation.error, 'recovery')}</Typography>
        <Button variant="contained" component={Link} to={paths.signIn()} sx={{ minHeight: 52 }}>
          {text.toLogin}
        </Button>
      </EntryCard>
    );
  }
  const { restaurant, invitedBy, role, email } = invitation.data;
  return (
    <EntryCard
      title={text.title}
      heading={text.heading({ restaurant })}
      hint={text.hint({ by: invitedBy, role })}
      maxWidth={420}
    >
      <JoinForm token={token} email={email} />
    </EntryCard>
  );
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const form = useCheckedForm<Joining>({
    defaultValues: { firstName: '', lastName: '', password: '' },
    calls: (filled) => [checkedCall('POST /auth/accept-invitation', { token, ...filled })],
    ownProblems: (filled) => ({
      ...(isLongEnough(filled.password) ? {} : { password: shortPassword() }),
      ...emptyFields(filled, {
        firstName: signUp.firstNameRequired,
        lastName: signUp.lastNameRequired,
        password: words.accounts.signIn.passwordRequired,
      }),
    }),
  });
  const { register, control, handleSubmit, setError } = form;
  const { errors } = useFormState({ control });
  const navigate = useNavigate();
  const joining = useMutation({
    mutationFn: (filled: Joining) => client.call('POST /auth/accept-invitation', { body: { token, ...filled } }),
    onSuccess: (person) => {
      startSession(sessionOf(person));
      void navigate(homeOf(person.user.userType), { replace: true });
    },
    onError: (error) => {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'signup') });
      const refused = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
      for (const field of ['firstName', 'lastName', 'password'] as const) {
        const message = refused[field];
        if (message !== undefined) setError(field, { message }, { shouldFocus: true });
      }
    },
  });
  const submit = handleSubmit((filled) => {
    if (!joining.isPending) joining.mutate(filled);
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1 }}>
      {/* Not to be changed: the invitation is to this address. */}
      <TextField
        type="email"
        label={words.accounts.signIn.email}
        value={email}
        autoComplete="username"
        helperText=" "
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <TextField
        {...muiField(register('firstName'))}
        label={signUp.firstName}
        error={errors.firstName !== undefined}
        helperText={errors.firstName?.message ?? ' '}
        autoComplete="given-name"
        slotProps={{ htmlInput: { maxLength: limits.name } }}
      />
      <TextField
        {...muiField(register('lastName'))}
        label={signUp.lastName}
        error={errors.lastName !== undefined}
        helperText={errors.lastName?.message ?? ' '}
        autoComplete="family-name"
        slotProps={{ htmlInput: { maxLength: limits.name } }}
      />
      <PasswordField
        field={register('password')}
        error={errors.password?.message}
        hint={signUp.passwordHint}
        autoComplete="new-password"
      />
      <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
        {joining.isPending ? text.joining : text.join}
      </Button>
    </Box>
  );
}
