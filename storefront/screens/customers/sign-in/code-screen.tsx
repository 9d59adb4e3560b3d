import { OTPField } from '@base-ui/react/otp-field';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '#contract/base/client.ts';
import { cutText } from '#contract/base/cut-text.ts';
import { latinDigits } from '#contract/base/latin-digits.ts';
import { limits } from '#contract/base/limits.ts';
import controls from '../../../components/controls.module.css';
import { Page } from '../../../components/page.tsx';
import { goTo } from '../../../routing/navigation.ts';
import { confirmPlacement } from '../../../state/pending-placement.ts';
import { afterSignIn } from '../../../routing/paths.ts';
import { useAddress } from '../../../routing/router.tsx';
import { withNameAtTable } from '../../../basket/after-order.ts';
import type { PendingSignIn } from '../../../state/session.ts';
import { usePendingSignIn, useSite } from '../../../site.tsx';
import { saveToAccount } from '../addresses/account-addresses.ts';
import styles from './auth.module.css';
import { maskedNumber } from './phone-number.ts';
import { ResendCode } from './resend-code.tsx';

/** `/auth/validate-otp`: the five boxes (C09; decision 6). */
export function CodeScreen() {
  const { words, paths } = useSite();
  const pending = usePendingSignIn();
  const next = afterSignIn(useAddress().search);
  useEffect(() => {
    // Opened without a number that a code was sent to.
    if (pending === null) goTo(paths.phone(next), { replace: true });
  }, [pending, paths, next]);
  return (
    <Page title={words.codeTitle} backTo={paths.phone(next)}>
      {pending === null ? null : <CodeForm pending={pending} />}
    </Page>
  );
}

function digitsOf(typed: string): string {
  return latinDigits(typed).replaceAll(/\D/g, '');
}

function CodeForm({ pending }: { pending: PendingSignIn }) {
  const { menu, words, paths, call, basketStore, sessionStore: session, pendingSignInStore: pendingSignIn } = useSite();
  const next = afterSignIn(useAddress().search);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  /** The code that was sent last: each is tried once, however it came to be complete. */
  const tried = useRef('');
  const boxId = useId();
  const boxes = useRef<HTMLDivElement>(null);
  const hasFailed = useRef(false);

  useEffect(() => {
    // The digits that failed stay, and the first one typed over them begins a new code: a complete one is sent at once.
    const root = boxes.current;
    const startOver = (event: Event) => {
      if (!hasFailed.current || event.target !== root?.querySelector('input')) return;
      hasFailed.current = false;
      flushSync(() => setCode(''));
    };
    root?.addEventListener('beforeinput', startOver);
    return () => root?.removeEventListener('beforeinput', startOver);
  }, []);

  async function verify(otpCode: string): Promise<void> {
    if (otpCode.length < limits.codeLength || otpCode === tried.current) return;
    tried.current = otpCode;
    setIsChecking(true);
    setError(null);
    try {
      const { number } = pending;
      const restaurantName = menu.catalogue.restaurant.slug;
      const { customer } = await call('POST /auth/verify-otp', { body: { restaurantName, number, otpCode } });
      if (!customer.isRegistered) {
        pendingSignIn.change(() => ({ ...pending, registrationToken: customer.token }));
        return goTo(paths.register(next), { replace: true });
      }
      session.change(() => ({ token: customer.token, _id: customer._id ?? null, isLoggedIn: true }));
      void saveToAccount(call, basketStore.get().address);
      basketStore.change((before) => withNameAtTable(before, cutText(customer.name ?? '', limits.guestName)));
      if (next === 'checkout') confirmPlacement();
      goTo(next === 'checkout' ? paths.checkout() : paths.menu(), { replace: true });
      pendingSignIn.change(() => null);
    } catch (failure) {
      setIsChecking(false);
      setError(words.failure(failure, 'code'));
      hasFailed.current = true;
      const refusal = failure instanceof CallError ? failure.answer?.code : undefined;
      // The line failed, or the server had too much to do: the code was not looked at.
      if (refusal !== 'code.wrong' && refusal !== 'code.expired') tried.current = '';
      const first = boxes.current?.querySelector('input');
      first?.focus();
      first?.select();
    }
  }

  return (
    <div className={styles.form}>
      <p className={styles.sentTo}>
        {words.codeSentTo} <bdi dir="ltr">{maskedNumber(pending.number)}</bdi>
        <a href={paths.phone(next)} className={controls.text}>
          {words.change}
        </a>
      </p>
      {/* The first box takes its name from a label alone. */}
      <label htmlFor={boxId} className="visually-hidden">
        {words.codeLabel}
      </label>
      <OTPField.Root
        ref={boxes}
        id={boxId}
        className={error === null ? styles.boxes : `${styles.boxes} ${styles.wrong}`}
        length={limits.codeLength}
        // The field's check for digits drops Arabic ones before they are read.
        validationType="none"
        normalizeValue={digitsOf}
        inputMode="numeric"
        value={code}
        aria-label={words.codeLabel}
        onValueChange={setCode}
        onValueComplete={(complete) => void verify(complete)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) void verify(code);
        }}
      >
        {Array.from({ length: limits.codeLength }, (_, index) => (
          <OTPField.Input
            key={index}
            className={styles.box}
            aria-label={index === 0 ? undefined : words.codeDigit(index + 1, limits.codeLength)}
            aria-invalid={error !== null}
            // The code is the only thing to do on this page.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={index === 0}
          />
        ))}
      </OTPField.Root>
      <div className={styles.below}>
        {error === null ? null : (
          <p role="alert" className={controls.error}>
            {error}
          </p>
        )}
        {isChecking ? <output className={controls.hint}>{words.checking}</output> : null}
      </div>
      <ResendCode
        pending={pending}
        onResent={() => {
          setCode('');
          tried.current = '';
          setError(null);
          // The button cannot be pressed for half a minute, and the new code is typed here.
          boxes.current?.querySelector('input')?.focus();
        }}
        onFailure={setError}
      />
    </div>
  );
}
