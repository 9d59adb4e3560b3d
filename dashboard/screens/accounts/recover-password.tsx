import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { Link as RouterLink, Navigate, useNavigate, useSearchParams } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../components/form/checked-form.ts';
import { muiField } from '../../components/form/mui-field.ts';
import { useSession } from '../../components/shell/use-session.ts';
import { words } from '../../words/words.ts';
import { paths } from '../../routing/paths.ts';
import { queries } from '../../api/queries.ts';
import { loseHeldSession } from './company/held-session.ts';
import { EntryCard } from './entry-card.tsx';
import { PasswordField } from './password-field.tsx';
import { isLongEnough, shortPassword } from './sign-up/sign-up-form.ts';
import { sayProblems } from '../../words/say-answer.ts';
import { errorText } from '../../words/error-text.ts';

const account = words.accounts.signIn;
const text = words.accounts.recovery;

interface NewPassword {
  email: string;
  currentPassword: string;
  password: string;
  confirmPassword: string;
}
const empty: NewPassword = { email: '', currentPassword: '', password: '', confirmPassword: '' };

/**
 * /recover-password: with the token of a mailed link for whoever has read the mail, without one for whoever is signed in and knows
 * the current password. Everybody else goes to the welcome page (decision 8).
 */
export function RecoverPassword() {
  const session = useSession();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  if (token !== '') return <WithLink key={token} token={token} />;
  return session === null ? <Navigate to={paths.welcome()} replace /> : <SignedIn />;
}

function WithLink({ token }: { token: string }) {
  const form = useCheckedForm<NewPassword>({
    defaultValues: empty,
    calls: (filled) => [checkedCall('POST /auth/recover-password', withToken(filled, token))],
    ownProblems: (filled) => ({
      ...newPasswordProblems(filled),
      ...emptyFields(filled, { email: account.emailRequired }),
    }),
  });
  const { email } = useFormState({ control: form.control }).errors;
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: (filled: NewPassword) => client.call('POST /auth/recover-password', { body: withToken(filled, token) }),
    onSuccess: async () => {
      // All sessions of the account have ended; this browser may hold one of them, or somebody else's. A page in another tab may be what
      // the password was forgotten at: it waits.
      await loseHeldSession();
      showToast({ place: 'bar', tone: 'ok', text: text.saved });
      void navigate(paths.signIn(), { replace: true });
    },
    onError: (error) => showRefusal(form, error),
  });
  const isLinkOver = saving.error instanceof CallError && saving.error.answer?.code === 'auth.reset_link_invalid';
  return (
    <EntryCard title={text.title} heading={text.title} hint={text.hint} maxWidth={420}>
      <PasswordForm form={form} isSaving={saving.isPending} onSave={saving.mutate}>
        <TextField
          {...muiField(form.register('email'))}
          type="email"
          label={account.email}
          error={email !== undefined}
          helperText={email?.message ?? ' '}
          autoComplete="username"
          slotProps={{ htmlInput: { maxLength: limits.email } }}
        />
      </PasswordForm>
      <Typography>
        {/* The bar goes after a while; why nothing works does not. */}
        {isLinkOver && (
          <Box component="span" sx={{ display: 'block', mb: 1, color: 'error.main' }}>
            {errorText(saving.error, 'recovery')}
          </Box>
        )}
        <Link component={RouterLink} to={isLinkOver ? paths.forgotPassword() : paths.signIn()}>
          {isLinkOver ? text.newLink : text.returnToLogin}
        </Link>
      </Typography>
    </EntryCard>
  );
}

function SignedIn() {
  const form = useCheckedForm<NewPassword>({
    defaultValues: empty,
    calls: (filled) => [checkedCall('POST /auth/change-password', withCurrent(filled))],
    ownProblems: (filled) => ({
      ...newPasswordProblems(filled),
      ...emptyFields(filled, { currentPassword: account.passwordRequired }),
    }),
  });
  const { currentPassword } = useFormState({ control: form.control }).errors;
  const { data: me } = useQuery(queries.me());
  const cache = useQueryClient();
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: (filled: NewPassword) => client.call('POST /auth/change-password', { body: withCurrent(filled) }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: queries.sessions().queryKey });
      showToast({ place: 'bar', tone: 'ok', text: text.savedSignedIn });
      void navigate(paths.account(), { replace: true });
    },
    onError: (error) => showRefusal(form, error),
  });
  return (
    <EntryCard title={text.title} heading={text.title} hint={text.hintSignedIn} maxWidth={420}>
      <PasswordForm form={form} isSaving={saving.isPending} onSave={saving.mutate}>
        {/* Not to be changed, but password managers want to know whose password it is. */}
        <TextField
          type="email"
          label={account.email}
          value={me?.user.email ?? ''}
          autoComplete="username"
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <PasswordField
          field={form.register('currentPassword')}
          label={text.currentPassword}
          error={currentPassword?.message}
          autoComplete="current-password"
        />
      </PasswordForm>
      <Typography>
        <Link component={RouterLink} to={paths.account()}>
          {text.toAccount}
        </Link>
      </Typography>
    </EntryCard>
  );
}

interface PasswordFormProps {
  form: UseFormReturn<NewPassword>;
  isSaving: boolean;
  onSave: (filled: NewPassword) => void;
  /** Fields that identify the person, above the new password. */
  children: React.ReactNode;
}

function PasswordForm({ form, isSaving, onSave, children }: PasswordFormProps) {
  const { register, handleSubmit } = form;
  // `form` itself stays the same object, so its state is subscribed to.
  const { password, confirmPassword } = useFormState({ control: form.control }).errors;
  const submit = handleSubmit((filled) => {
    if (!isSaving) onSave(filled);
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1 }}>
      {children}
      <PasswordField
        field={register('password')}
        label={text.newPassword}
        error={password?.message}
        hint={text.rules}
        autoComplete="new-password"
      />
      <PasswordField
        field={register('confirmPassword')}
        label={text.confirmPassword}
        error={confirmPassword?.message}
        autoComplete="new-password"
        isRepeated
      />
      <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
        {isSaving ? text.saving : text.save}
      </Button>
    </Box>
  );
}

const withToken = ({ email, password, confirmPassword }: NewPassword, token: string) => ({
  email: email.trim(),
  token,
  password,
  confirmPassword,
});
const withCurrent = ({ currentPassword, password, confirmPassword }: NewPassword) => ({
  currentPassword,
  password,
  confirmPassword,
});

function newPasswordProblems(filled: NewPassword): Partial<Record<keyof NewPassword, string>> {
  const { password, confirmPassword } = filled;
  return {
    ...(isLongEnough(password) ? {} : { password: shortPassword() }),
    ...(password === confirmPassword ? {} : { confirmPassword: text.differ }),
    ...emptyFields(filled, { password: account.passwordRequired, confirmPassword: text.confirmRequired }),
  };
}

/** In the bar, and at the fields that it is about. */
function showRefusal(form: UseFormReturn<NewPassword>, error: Error): void {
  showToast({ place: 'bar', tone: 'error', text: errorText(error, 'recovery') });
  const refused = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
  for (const field of Object.keys(empty) as (keyof NewPassword)[]) {
    const message = refused[field];
    if (message !== undefined) form.setError(field, { message }, { shouldFocus: true });
  }
}
