import { type FormEvent, useEffect, useId, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import controls from '../../../components/controls.module.css';
import { DownIcon } from '../../../components/icons.tsx';
import { Page } from '../../../components/page.tsx';
import { pressable } from '../../../components/pressable.ts';
import { goTo, openSheet } from '../../../routing/navigation.ts';
import { useDraft } from '../../../state/draft.ts';
import { afterSignIn } from '../../../routing/paths.ts';
import { useAddress } from '../../../routing/router.tsx';
import { usePendingSignIn, useSession, useSite } from '../../../site.tsx';
import styles from './auth.module.css';
import { CountrySheet } from './country-sheet.tsx';
import { Flag } from './flag.tsx';
import { countryOf, dialCodeOf, isWrittenInFull, readPhoneNumber } from './phone-number.ts';
import { useSendCode } from './send-code.ts';

/** `/auth`: the number that the code is sent to (C08). */
export function PhoneScreen() {
  const { menu, words, paths } = useSite();
  const next = afterSignIn(useAddress().search);
  const pending = usePendingSignIn();
  const sendCode = useSendCode();
  const errorId = useId();
  const [country, setCountry] = useState(() => countryOf(menu.catalogue.restaurant.country));
  const [text, setText] = useDraft('phone', pending?.number ?? '');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const read = readPhoneNumber(text, country);
  const problem = isWrittenInFull(text, country) ? words.notMobile : words.phoneInvalid;
  const session = useSession();
  const isLoggedIn = session !== null && !session.isWithoutPhone;

  useEffect(() => {
    // Reached by going back after logging in.
    if (isLoggedIn) goTo(next === 'checkout' ? paths.checkout() : paths.menu(), { replace: true });
  }, [isLoggedIn, next, paths]);

  function leaveField(): void {
    if (text.trim() === '') return;
    if (read === null) setError(problem);
    else if (read.country !== undefined && read.country !== country) setCountry(read.country);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (read === null) {
      event.currentTarget.querySelector('input')?.focus();
      return setError(problem);
    }
    // The code that is on its way is good enough, and another one would be refused.
    if (pending?.number === read.number && pending.resendAt > Date.now()) return goTo(paths.code(next));
    setIsSending(true);
    try {
      await sendCode(read.number);
      goTo(paths.code(next));
    } catch (failure) {
      setError(words.failure(failure, 'code'));
      setIsSending(false);
    }
  }

  return (
    <Page title={words.phoneTitle} backTo={next === undefined ? paths.menu() : paths.checkout()}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={controls.field}>
          <label htmlFor="phone" className={controls.label}>
            {words.mobileNumber}
          </label>
          <div className={styles.phone}>
            <button
              type="button"
              className={styles.country}
              aria-haspopup="dialog"
              aria-label={`${words.countryCode}: ${country} ${dialCodeOf(country)}`}
              onClick={() => openSheet('country')}
            >
              <Flag code={country} />
              <bdi dir="ltr">{dialCodeOf(country)}</bdi>
              <DownIcon size={16} />
            </button>
            <input
              id="phone"
              // The number is the only thing to do on this page.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              type="tel"
              dir="ltr"
              className={controls.input}
              autoComplete="tel-national"
              inputMode="tel"
              maxLength={limits.phone * 2}
              required
              aria-invalid={error !== null}
              aria-describedby={errorId}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setError(null);
              }}
              onBlur={leaveField}
            />
          </div>
          <p
            id={errorId}
            role={error === null ? undefined : 'alert'}
            className={error === null ? controls.hint : controls.error}
          >
            {error ?? words.phoneHint}
          </p>
        </div>
        <button
          type="submit"
          className={isSending ? `${controls.primary} ${controls.busy}` : controls.primary}
          disabled={text.trim() === ''}
          {...pressable(!isSending)}
        >
          {words.sendCode}
        </button>
      </form>
      <CountrySheet chosen={country} onChoose={setCountry} />
    </Page>
  );
}
