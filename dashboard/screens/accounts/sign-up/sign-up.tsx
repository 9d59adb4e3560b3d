import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { flushSync } from 'react-dom';
import { Link as RouterLink, Navigate } from 'react-router';
import { CallError } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { useSession } from '../../../components/shell/use-session.ts';
import { words } from '../../../words/words.ts';
import { paths } from '../../../routing/paths.ts';
import { queries } from '../../../api/queries.ts';
import { sessionOf, startSession } from '../../../api/session.ts';
import { EntryCard } from '../entry-card.tsx';
import { checkedCall, useCheckedForm } from '../../../components/form/checked-form.ts';
import {
  dropDraft,
  formField,
  keepDraft,
  readDraft,
  type SignUpForm,
  signUpProblems,
  signUpRequest,
  stepFields,
  stepOf,
} from './sign-up-form.ts';
import { AccountSetup, RestaurantInfo } from './sign-up-steps.tsx';
import { Steps } from './steps.tsx';
import { sayProblems } from '../../../words/say-answer.ts';
import { errorText } from '../../../words/error-text.ts';

const text = words.accounts.signUp;

/** /signup: two steps that can be opened in any order (core-setup 4). Whoever has a session, an admin too, goes to the dashboard. */
export function SignUp() {
  const session = useSession();
  const { data: terms } = useQuery(queries.signUpTerms());
  if (session !== null) return <Navigate to={paths.getStarted()} replace />;
  return (
    <EntryCard
      title={text.title}
      heading={text.heading({ trialDays: terms?.trialDays ?? limits.trialDays })}
      hint={text.promises}
      maxWidth={760}
    >
      <SignUpSteps />
      <Typography>
        {text.haveAccount}{' '}
        <Link component={RouterLink} to={paths.signIn()}>
          {text.logIn}
        </Link>
      </Typography>
      <PlatformPages pages={terms} />
    </EntryCard>
  );
}

/** The terms and the privacy notice of whoever runs this platform, where there are any. */
function PlatformPages({ pages }: { pages: { termsUrl: string | null; privacyUrl: string | null } | undefined }) {
  const links = [
    { address: pages?.termsUrl, name: text.terms },
    { address: pages?.privacyUrl, name: text.privacy },
  ].filter(({ address }) => typeof address === 'string');
  if (links.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      {links.map(({ address, name }) => (
        <Link key={name} href={address!} target="_blank" rel="noopener" sx={{ py: 1 }}>
          {name}
        </Link>
      ))}
    </Box>
  );
}

function SignUpSteps() {
  const form = useCheckedForm<SignUpForm>({
    defaultValues: readDraft(),
    shouldFocusError: false,
    calls: (filled) => [checkedCall('POST /auth/signup', signUpRequest(filled))],
    fieldOf: formField,
    ownProblems: signUpProblems,
  });
  const [step, setStep] = useState(0);
  useDraft(form);

  /** Opens a step with the focus on the first of these fields in it; what had the focus may be hidden now. */
  const openStep = (opened: number, fields: readonly string[]) => {
    // A hidden field takes no focus.
    flushSync(() => setStep(opened));
    const first = stepFields[opened]?.find((field) => fields.includes(field));
    if (first !== undefined) form.setFocus(first);
  };
  const showWrong = (fields: readonly string[]) => openStep(stepOf(fields), fields);
  const creating = useSignUp(form, showWrong);
  const goOn = async () => {
    const [fields = []] = stepFields;
    if (await form.trigger(fields)) openStep(1, stepFields[1]!);
    else showWrong(fields.filter((field) => form.getFieldState(field).invalid));
  };
  const create = form.handleSubmit(
    (filled) => {
      if (!creating.isPending) creating.mutate(filled);
    },
    (errors) => showWrong(Object.keys(errors)),
  );
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void (step === 0 ? goOn() : create());
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      <Steps name={text.steps} labels={[text.restaurantInfo, text.accountSetup]} current={step} onOpen={setStep} />
      {/* Both steps stay in the form, so that sending checks the hidden one too. */}
      <div hidden={step !== 0}>
        <RestaurantInfo form={form} />
      </div>
      <div hidden={step !== 1}>
        <AccountSetup form={form} />
      </div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        {step === 1 && (
          <Button onClick={({ detail }) => (detail === 0 ? openStep(0, stepFields[0]!) : setStep(0))}>
            {text.back}
          </Button>
        )}
        <Button type="submit" variant="contained" sx={{ marginInlineStart: 'auto', minHeight: 52, minWidth: 160 }}>
          {step === 0 ? text.continue : creating.isPending ? text.creating : text.createAccount}
        </Button>
      </Box>
    </Box>
  );
}

function useSignUp(form: UseFormReturn<SignUpForm>, onWrong: (fields: string[]) => void) {
  return useMutation({
    mutationFn: (filled: SignUpForm) => client.call('POST /auth/signup', { body: signUpRequest(filled) }),
    onSuccess: (person) => {
      dropDraft();
      startSession(sessionOf(person));
    },
    onError: (error) => {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'signup') });
      const refused = error instanceof CallError ? Object.entries(sayProblems(error.answer?.fields)) : [];
      const wrong = refused.flatMap(([apiField, message]) => {
        const field = formField(apiField);
        if (field !== null) form.setError(field, { message });
        return field ?? [];
      });
      if (wrong.length > 0) onWrong(wrong);
    },
  });
}

/** Keeps what is entered, and takes a complaint away as soon as it is answered: also before anything was sent. */
function useDraft({ subscribe, getFieldState, trigger }: UseFormReturn<SignUpForm>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          keepDraft(values);
          const field = stepFields.flat().find((one) => one === name);
          if (field !== undefined && getFieldState(field).invalid) void trigger(field);
        },
      }),
    [subscribe, getFieldState, trigger],
  );
}
