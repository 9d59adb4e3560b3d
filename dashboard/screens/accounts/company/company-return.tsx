import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { CallError } from '#contract/base/client.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { client } from '../../../api/api.ts';
import { sessionOf, startSession } from '../../../api/session.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { emptyFields, useCheckedForm } from '../../../components/form/checked-form.ts';
import { homeOf, paths } from '../../../routing/paths.ts';
import { errorText } from '../../../words/error-text.ts';
import { sayProblems } from '../../../words/say-answer.ts';
import { words } from '../../../words/words.ts';
import { EntryCard } from '../entry-card.tsx';
import { PasswordField } from '../password-field.tsx';
import { returnPage } from '../return-page.ts';
import { CodeField } from '../security/code-field.tsx';
import { begunSignIn, rememberCompany } from './begun-sign-in.ts';
import { type HeldAccount, isOthers, readHeldAccount, refuseSession } from './held-session.ts';
import { ReplaceSession } from './replace-session.tsx';

const text = words.accounts.companySignIn;

/** /login/company/callback/:restaurantId: the way back from the company, for those who sign in and for owners who try it. */
export function CompanyReturn() {
  const { restaurantId } = useParams();
  const [begun] = useState(() => begunSignIn(restaurantId));
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [body] = useState(() => ({
    restaurantId: restaurantId as RestaurantId,
    browserKey: begun?.browserKey ?? '',
    state: params.get('state') ?? '',
    ...optional(params, 'code'),
    ...optional(params, 'iss'),
    ...optional(params, 'error'),
  }));
  const isTrial = begun?.restaurant === null;
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const [held, setHeld] = useState<HeldAccount | null>(null);
  const [waiting, setWaiting] = useState<SignedIn | null>(null);
  const enter = (person: SignedIn) => {
    if (begun !== null) rememberCompany(begun);
    setSignedIn(person);
    startSession(sessionOf(person));
  };
  const arrive = (person: SignedIn, before: HeldAccount | null) =>
    before !== null && isOthers(before, person) ? setWaiting(person) : enter(person);
  // No query: a new session empties their cache, and the way back is good once.
  const coming = useMutation({
    mutationFn: async () => {
      if (isTrial) return (await client.call('POST /restaurant/finish-company-trial', { body })).trial;
      // Read before the way back is used up: it cannot be asked about afterwards.
      const before = await readHeldAccount();
      setHeld(before);
      return arrive(await client.call('POST /auth/finish-company-signin', { body }), before);
    },
  });
  const isSent = useRef(false);
  const { mutate } = coming;
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);
  // The code is of no use any more, and is not to stand in the address.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  if (coming.data !== undefined) return <Navigate to={paths.company()} state={{ trial: coming.data }} replace />;
  if (signedIn !== null) return <Navigate to={returnPage(begun?.asked) ?? homeOf(signedIn.user.userType)} replace />;
  if (waiting !== null && held !== null)
    return (
      <ReplaceSession
        held={held}
        signedIn={waiting}
        onReplace={() => enter(waiting)}
        onKeep={() => {
          refuseSession(waiting);
          void navigate(homeOf(held.user.userType), { replace: true });
        }}
      />
    );
  if (coming.error === null)
    return (
      <EntryCard title={text.returning} heading={text.returning} maxWidth={420}>
        <LoadingBlock height={96} />
      </EntryCard>
    );
  const link = pendingLink(coming.error);
  if (link !== null)
    return (
      <LinkAccount
        {...link}
        keys={{ restaurantId: body.restaurantId, browserKey: body.browserKey }}
        onLinked={(person) => arrive(person, held)}
      />
    );
  return (
    <EntryCard title={text.failed} heading={text.failed} maxWidth={420}>
      <Typography role="alert">{errorText(coming.error, 'login')}</Typography>
      <Button
        variant="contained"
        component={Link}
        to={isTrial ? paths.company() : paths.companySignIn()}
        sx={{ minHeight: 52 }}
      >
        {text.again}
      </Button>
      <Button component={Link} to={paths.signIn()}>
        {text.password}
      </Button>
    </EntryCard>
  );
}

function optional<Name extends string>(params: URLSearchParams, name: Name): Partial<Record<Name, string>> {
  const value = params.get(name);
  return value === null ? {} : ({ [name]: value } as Partial<Record<Name, string>>);
}

/** The company has vouched for somebody new: half a sign-in. */
function pendingLink(error: Error): { challenge: string; email: string } | null {
  const answer = error instanceof CallError ? error.answer : null;
  if (answer?.code !== 'auth.company_link_required') return null;
  const { challenge, email } = answer.details ?? {};
  return { challenge: String(challenge), email: String(email) };
}

interface LinkAccountProps {
  challenge: string;
  email: string;
  keys: { restaurantId: RestaurantId; browserKey: string };
  onLinked: (signedIn: SignedIn) => void;
}

/** Asks once for the password of the account, and for a code where it has a second factor. */
function LinkAccount({ challenge, email, keys, onLinked }: LinkAccountProps) {
  const [takesCode, setTakesCode] = useState(false);
  const form = useCheckedForm<{ password: string; code: string }>({
    defaultValues: { password: '', code: '' },
    calls: () => [],
    ownProblems: (filled) =>
      emptyFields(filled, {
        password: words.accounts.signIn.passwordRequired,
        ...(takesCode && { code: words.accounts.secondFactor.codeRequired }),
      }),
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus(takesCode ? 'code' : 'password'), [takesCode, setFocus]);
  const linking = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      client.call('POST /auth/link-company', {
        body: { ...keys, challenge, password, ...(takesCode && { code }) },
      }),
    onSuccess: onLinked,
    onError: (error) => {
      const fields = sayProblems(error instanceof CallError ? error.answer?.fields : undefined);
      if (fields['code'] !== undefined) setTakesCode(true);
      for (const name of ['password', 'code'] as const)
        if (fields[name] !== undefined) form.setError(name, { message: fields[name] }, { shouldFocus: true });
      if (Object.keys(fields).length === 0) form.setError('password', { message: errorText(error, 'login') });
    },
  });
  const submit = form.handleSubmit((filled) => {
    if (!linking.isPending) linking.mutate(filled);
  });
  return (
    <EntryCard title={text.linkTitle} heading={text.linkTitle} hint={text.linkHint({ email })} maxWidth={420}>
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 1 }}>
        <PasswordField
          field={form.register('password')}
          label={text.linkPassword}
          error={errors.password?.message}
          autoComplete="current-password"
        />
        {takesCode && <CodeField field={form.register('code')} error={errors.code?.message} />}
        <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
          {linking.isPending ? text.linking : text.link}
        </Button>
      </Box>
      <Button component={Link} to={paths.companySignIn('mail')}>
        {text.byMail}
      </Button>
    </EntryCard>
  );
}
