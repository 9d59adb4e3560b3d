import { type FormEvent, useEffect, useId, useState } from 'react';
import { CallError, createClient } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import controls from '../../../components/controls.module.css';
import { Page } from '../../../components/page.tsx';
import type { Words } from '../../../words/words.ts';
import { goTo } from '../../../routing/navigation.ts';
import { confirmPlacement } from '../../../state/pending-placement.ts';
import { useDraft } from '../../../state/draft.ts';
import { afterSignIn } from '../../../routing/paths.ts';
import { useAddress } from '../../../routing/router.tsx';
import { usePendingSignIn, useSite } from '../../../site.tsx';
import { saveToAccount } from '../addresses/account-addresses.ts';
import styles from './auth.module.css';

/** `/auth/register`: name and email of a number just verified. */
export function RegisterScreen() {
  const { menu, words, paths, call, basketStore, sessionStore: session, pendingSignInStore: pendingSignIn } = useSite();
  const pending = usePendingSignIn();
  const next = afterSignIn(useAddress().search);
  const errorId = useId();
  const [name, setName, forgetName] = useDraft('name');
  const [email, setEmail, forgetEmail] = useDraft('email');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const registrationToken = pending?.registrationToken ?? null;

  useEffect(() => {
    // Nothing has been verified in this tab, or the proof was used up.
    if (registrationToken === null && session.get() === null) goTo(paths.phone(next), { replace: true });
  }, [registrationToken, session, paths, next]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending === null || registrationToken === null) return;
    setIsSending(true);
    // The proof of the verified number goes in place of a session.
    const registrar = createClient({ fetch: (url, init) => fetch(url, init), token: () => registrationToken });
    try {
      const restaurantName = menu.catalogue.restaurant.slug;
      const { token, customer } = await registrar.call('POST /auth/register-customer', {
        body: { restaurantName, number: pending.number, name: name.trim(), email: email.trim() },
      });
      session.change(() => ({ token, _id: customer._id, isLoggedIn: true }));
      void saveToAccount(call, basketStore.get().address);
      forgetName();
      forgetEmail();
      if (next === 'checkout') confirmPlacement();
      goTo(next === 'checkout' ? paths.checkout() : paths.menu(), { replace: true });
      pendingSignIn.change(() => null);
    } catch (failure) {
      setIsSending(false);
      setError(fieldError(failure, words) ?? words.failure(failure, 'code'));
    }
  }

  return (
    <Page title={words.registerTitle} backTo={paths.phone(next)}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.hint}>{words.registerHint}</p>
        <label className={controls.field}>
          <span className={controls.label}>{words.name}</span>
          <input
            className={controls.input}
            autoComplete="name"
            // The form is the only thing to do on this page.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            maxLength={limits.name}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className={controls.field}>
          <span className={controls.label}>{words.email}</span>
          <input
            type="email"
            dir="ltr"
            className={controls.input}
            autoComplete="email"
            maxLength={limits.email}
            required
            aria-describedby={errorId}
            aria-invalid={error !== null}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setError(null);
            }}
          />
        </label>
        <p id={errorId} role={error === null ? undefined : 'alert'} className={controls.error}>
          {error}
        </p>
        <button
          type="submit"
          className={isSending ? `${controls.primary} ${controls.busy}` : controls.primary}
          disabled={name.trim() === '' || email.trim() === '' || isSending}
        >
          {words.continue}
        </button>
      </form>
    </Page>
  );
}

/** The error of the first field that the server refused. */
function fieldError(failure: unknown, words: Words): string | null {
  const fields = failure instanceof CallError ? failure.answer?.fields : undefined;
  const [problem] = Object.values(fields ?? {});
  return problem === undefined ? null : words.fieldRefused(problem);
}
