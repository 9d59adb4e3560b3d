import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { CallError } from '#contract/base/client.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { client } from '../../../api/api.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { muiField } from '../../../components/form/mui-field.ts';
import { checkedCall, emptyFields, useCheckedForm } from '../../../components/form/checked-form.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { words } from '../../../words/words.ts';
import { sessionOf, startSession } from '../../../api/session.ts';
import { CodeField } from './code-field.tsx';
import { EntryCard } from '../entry-card.tsx';
import { NewFactorKey, RecoveryCodes } from './new-factor.tsx';
import { errorText } from '../../../words/error-text.ts';

const text = words.accounts.secondFactor;

/** Half a sign-in: the password was right. An admin without a second factor sets one up. */
export interface PendingSignIn {
  needs: 'code' | 'set-up';
  challenge: string;
}

/** The second step that a refused sign-in leads to; null where the refusal is a failure. */
export function pendingSignIn(error: Error): PendingSignIn | null {
  const answer = error instanceof CallError ? error.answer : null;
  const challenge = answer?.details?.['challenge'];
  if (answer === null || typeof challenge !== 'string') return null;
  if (answer.code === 'auth.code_required') return { needs: 'code', challenge };
  return answer.code === 'auth.factor_required' ? { needs: 'set-up', challenge } : null;
}

interface StepProps {
  challenge: string;
  /** Begins again with the password. */
  onOver: () => void;
}

const enter = (person: SignedIn) => startSession(sessionOf(person));

export function SecondStep({ pending: { needs, challenge }, onOver }: { pending: PendingSignIn; onOver: () => void }) {
  return needs === 'code' ? (
    <CodeStep challenge={challenge} onOver={onOver} />
  ) : (
    <SetUpStep challenge={challenge} onOver={onOver} />
  );
}

function CodeStep(props: StepProps) {
  return (
    <EntryCard title={text.codeTitle} heading={text.codeTitle} hint={text.codeHint} maxWidth={420}>
      <SignInCode {...props} onSignedIn={enter} />
    </EntryCard>
  );
}

/** The form of the second step, for an account that has a second factor. */
export function SignInCode({ challenge, onOver, onSignedIn }: StepProps & { onSignedIn: (person: SignedIn) => void }) {
  const sending = useMutation({
    mutationFn: (code: string) => client.call('POST /auth/signin-code', { body: { challenge, code } }),
    onSuccess: onSignedIn,
  });
  return <CodeForm challenge={challenge} sending={sending} button={text.continue} isAppOnly={false} onOver={onOver} />;
}

function SetUpStep({ challenge, onOver }: StepProps) {
  const [signedIn, setSignedIn] = useState<(SignedIn & { recoveryCodes: string[] }) | null>(null);
  const [setUpToken, setSetUpToken] = useState<string>();
  const begun = useQuery({
    queryKey: ['factor', 'begun', challenge, setUpToken],
    queryFn: () => client.call('POST /auth/signin-set-up', { body: { challenge, setUpToken } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const sending = useMutation({
    mutationFn: (code: string) => client.call('POST /auth/signin-confirm', { body: { challenge, code } }),
    onSuccess: setSignedIn,
  });
  if (signedIn !== null) {
    return (
      <EntryCard title={text.codesTitle} heading={text.codesTitle} maxWidth={480}>
        <RecoveryCodes codes={signedIn.recoveryCodes} onContinue={() => enter(signedIn)} />
      </EntryCard>
    );
  }
  return (
    <EntryCard title={text.adminTitle} heading={text.adminTitle} hint={text.adminHint} maxWidth={480}>
      {begun.data !== undefined ? (
        <>
          <NewFactorKey factor={begun.data} />
          <CodeForm challenge={challenge} sending={sending} button={text.turnOn} isAppOnly onOver={onOver} />
        </>
      ) : needsToken(begun.error) ? (
        <TokenForm
          challenge={challenge}
          problem={setUpToken === undefined ? undefined : errorText(begun.error, 'code')}
          onToken={setSetUpToken}
          onOver={onOver}
        />
      ) : begun.isError ? (
        <Failure error={begun.error} place="code" onRetry={onOver} />
      ) : (
        <LoadingBlock height={320} text={text.loading} />
      )}
    </EntryCard>
  );
}

/** Production mode lets nobody choose an admin's factor who knows the password alone. */
function needsToken(error: Error | null): boolean {
  return error instanceof CallError && error.answer?.code === 'auth.set_up_token';
}

interface TokenFormProps extends StepProps {
  /** Why the token entered before did not do. */
  problem: string | undefined;
  onToken: (token: string) => void;
}

function TokenForm({ challenge, problem, onToken, onOver }: TokenFormProps) {
  const form = useCheckedForm<{ token: string }>({
    defaultValues: { token: '' },
    calls: ({ token }) => [checkedCall('POST /auth/signin-set-up', { challenge, setUpToken: token.trim() })],
    fieldOf: (apiField) => (apiField === 'setUpToken' ? 'token' : null),
    ownProblems: (filled) => emptyFields(filled, { token: text.tokenRequired }),
  });
  const send = form.handleSubmit(({ token }) => onToken(token.trim()));
  const error = form.formState.errors.token?.message ?? problem;
  return (
    <Box component="form" noValidate onSubmit={(event) => void send(event)} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        {...muiField(form.register('token'))}
        label={text.token}
        error={error !== undefined}
        helperText={error ?? text.tokenHint}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 60, spellCheck: false, autoCapitalize: 'none' } }}
      />
      <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
        {text.continue}
      </Button>
      <Button onClick={onOver} sx={{ minHeight: 44 }}>
        {text.startAgain}
      </Button>
    </Box>
  );
}

interface CodeFormProps extends StepProps {
  sending: { mutate: (code: string, on: { onError: (error: Error) => void }) => void; isPending: boolean };
  button: string;
  isAppOnly: boolean;
}

function CodeForm({ challenge, sending, button, isAppOnly, onOver }: CodeFormProps) {
  const form = useCheckedForm<{ code: string }>({
    defaultValues: { code: '' },
    calls: ({ code }) => [
      checkedCall(isAppOnly ? 'POST /auth/signin-confirm' : 'POST /auth/signin-code', { challenge, code }),
    ],
    ownProblems: (filled) => emptyFields(filled, { code: text.codeRequired }),
  });
  const { setFocus } = form;
  // The person has just asked for this step. With the key above, that comes first.
  useEffect(() => {
    if (!isAppOnly) setFocus('code');
  }, [isAppOnly, setFocus]);
  const send = form.handleSubmit(({ code }) => {
    if (sending.isPending) return;
    sending.mutate(code, {
      onError: (error) => {
        const answer = error instanceof CallError ? error.answer : null;
        if (answer?.code === 'auth.wrong_code') {
          form.setError('code', { message: answer.msg });
          return;
        }
        showToast({ place: 'bar', tone: 'error', text: errorText(error, 'code') });
        if (answer?.code === 'auth.challenge_over') onOver();
      },
    });
  });
  return (
    <Box component="form" noValidate onSubmit={(event) => void send(event)} sx={{ display: 'grid', gap: 1 }}>
      <CodeField field={form.register('code')} error={form.formState.errors.code?.message} isAppOnly={isAppOnly} />
      <Button type="submit" variant="contained" sx={{ minHeight: 52 }}>
        {sending.isPending ? text.checking : button}
      </Button>
      <Button onClick={onOver} sx={{ minHeight: 44 }}>
        {text.startAgain}
      </Button>
    </Box>
  );
}
