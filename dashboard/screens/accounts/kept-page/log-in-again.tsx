import OpenInNew from '@mui/icons-material/OpenInNew';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { continueSession, currentSession, leavePage, pageKey, sessionOf, type Session } from '../../../api/session.ts';
import { LoadingBlock } from '../../../components/feedback/loading-block.tsx';
import { hideErrors, showToast } from '../../../components/feedback/toast-store.ts';
import { hasUnsavedWork } from '../../../components/form/leaving.ts';
import { paths } from '../../../routing/paths.ts';
import { words } from '../../../words/words.ts';
import { type HeldAccount, isOthers, refuseSession } from '../company/held-session.ts';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { type PendingSignIn, SignInCode } from '../security/second-step.tsx';
import { SignInForm } from '../sign-in-form.tsx';
import { takeNextSession } from './next-session.ts';
import { pageOwner } from './page-owner.ts';

const text = words.accounts.logInAgain;
const codeText = words.accounts.secondFactor;

interface LogInAgainProps {
  /** Began in another tab since. */
  next: Session | null;
  /** Gives the page up, for somebody else. */
  onLeave: () => void;
}

/** Above a page whose session is over, for the person of the page alone. */
export function LogInAgain({ next, onLeave }: LogInAgainProps) {
  const cache = useQueryClient();
  const [owner] = useState(() => pageOwner(cache));
  // The person may have become unknown between the end of the session and the arrival of this code.
  useEffect(() => {
    if (owner === null) leavePage();
  }, [owner]);
  useEffect(() => {
    if (owner === null || next === null) return undefined;
    const closing = new AbortController();
    void takeNextSession(owner, next, closing.signal);
    return () => closing.abort();
  }, [owner, next]);
  if (owner === null) return null;
  return <LogInDialog owner={owner} isChecking={next !== null} onLeave={onLeave} />;
}

type Step = 'password' | 'leave' | PendingSignIn;

interface LogInDialogProps {
  owner: HeldAccount;
  isChecking: boolean;
  onLeave: () => void;
}

function LogInDialog({ owner, isChecking, onLeave }: LogInDialogProps) {
  const titleId = useId();
  const [page] = useState(() => pageKey(currentSession()));
  const [step, setStep] = useState<Step>('password');
  const [problem, setProblem] = useState<string | null>(null);
  const { email } = owner.user;
  // After the dialog is there: it hides from screen readers what was beside it before, such as the failure of a save.
  useEffect(() => showToast({ place: 'bar', tone: 'error', text: words.general.failures.loginRequired }), []);
  const again = () => setStep('password');
  const goOn = (signedIn: SignedIn) => {
    if (isOthers(owner, signedIn)) {
      refuseSession(signedIn);
      setProblem(signedIn.user._id === owner.user._id ? text.otherRestaurant : text.otherAccount({ email }));
      again();
      return;
    }
    hideErrors();
    // The page may have gone on or been left while the answer was on its way.
    if (!continueSession(sessionOf(signedIn), page)) refuseSession(signedIn);
  };
  const takeSecondStep = (pending: PendingSignIn) => {
    setProblem(pending.needs === 'code' ? null : text.setUpElsewhere);
    if (pending.needs === 'code') setStep(pending);
  };
  const isCode = step !== 'password' && step !== 'leave' && !isChecking;
  const title = step === 'leave' ? words.general.form.leaveTitle : isCode ? codeText.codeTitle : text.title;
  const somebodyElse = (
    <Button
      onClick={() => {
        if (hasUnsavedWork()) setStep('leave');
        else onLeave();
      }}
      sx={{ minHeight: 44 }}
    >
      {text.somebodyElse}
    </Button>
  );
  return (
    <Dialog
      open
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
      transitionDuration={0}
      disableRestoreFocus
      data-log-in-again
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ pt: 0, display: 'grid', gap: 2 }}>
        {step === 'leave' ? (
          <Leave onStay={again} onLeave={onLeave} />
        ) : isChecking ? (
          <>
            <LoadingBlock height={200} text={text.checking} />
            {/* The server may not answer for long. */}
            {somebodyElse}
          </>
        ) : step !== 'password' ? (
          <>
            <Typography>{codeText.codeHint}</Typography>
            <SignInCode challenge={step.challenge} onOver={again} onSignedIn={goOn} />
          </>
        ) : (
          <>
            <Typography>{text.hint}</Typography>
            {problem !== null && (
              <Typography role="alert" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
                {problem}
              </Typography>
            )}
            <SignInForm fixedEmail={email} onPending={takeSecondStep} onSignedIn={goOn} />
            <PasskeySignIn onSignedIn={goOn} />
            {/* The company's page takes the place of this one, so it has a tab of its own; this one hears of the log-in. */}
            <Button
              href={paths.companySignIn()}
              target="_blank"
              rel="noopener"
              variant="outlined"
              endIcon={<OpenInNew />}
              sx={{ minHeight: 52 }}
            >
              {words.accounts.companySignIn.use}
            </Button>
            {somebodyElse}
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Asks before the work on the page is lost: the page's own question would be hidden with it. */
function Leave({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <>
      <Typography>{words.general.form.leaveHint}</Typography>
      <Button ref={stay} variant="contained" onClick={onStay} sx={{ minHeight: 52 }}>
        {words.general.form.stay}
      </Button>
      <Button color="error" onClick={onLeave} sx={{ minHeight: 44 }}>
        {words.general.form.leave}
      </Button>
    </>
  );
}
