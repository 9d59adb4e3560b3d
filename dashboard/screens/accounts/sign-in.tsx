import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink, Navigate } from 'react-router';
import { useSession } from '../../components/shell/use-session.ts';
import { words } from '../../words/words.ts';
import { homeOf, paths } from '../../routing/paths.ts';
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { sessionOf, startSession } from '../../api/session.ts';
import { useReturnPage } from './return-page.ts';
import { EntryCard } from './entry-card.tsx';
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx';
import { type PendingSignIn, SecondStep } from './security/second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';

const text = words.accounts.signIn;

const enter = (person: SignedIn) => startSession(sessionOf(person));

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
      <SignInForm onPending={setPending} onSignedIn={enter} />
      <PasskeySignIn onSignedIn={enter} />
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
