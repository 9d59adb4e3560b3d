import { type FormEvent, useEffect, useId, useState } from 'react';
import { CallError, createClient } from '#contract/base/client.ts';
import { cutText } from '#contract/base/cut-text.ts';
import { limits } from '#contract/base/limits.ts';
import controls from '../../../components/controls.module.css';
import { Page } from '../../../components/page.tsx';
import { pressable } from '../../../components/pressable.ts';
import type { Words } from '../../../words/words.ts';
import { goTo } from '../../../routing/navigation.ts';
import { confirmPlacement } from '../../../state/pending-placement.ts';
import { useDraft } from '../../../state/draft.ts';
import { afterSignIn } from '../../../routing/paths.ts';
import { useAddress } from '../../../routing/router.tsx';
import { withNameAtTable } from '../../../basket/after-order.ts';
import { usePendingSignIn, useSite } from '../../../site.tsx';
import { saveToAccount } from '../addresses/account-addresses.ts';
import styles from './auth.module.css';
import { fetchInTime } from '../../../state/fetch-in-time.ts';

/** `/auth/register`: name and email of a number just verified. */
export function RegisterScreen() {
  const { menu, words, paths, call, basketStore, sessionStore: session, pendingSignInStore: pendingSignIn } = useSite();
  const pending = usePendingSignIn();
  const next = afterSignIn(useAddress().search);
  const [nameErrorId, emailErrorId] = [useId(), useId()];
  const [name, setName, forgetName] = useDraft('name');
  const [email, setEmail, forgetEmail] = useDraft('email');
  const [errors, setErrors] = useState<{ name?: string; email?: string; other?: string }>({});
  const [isSending, setIsSending] = useState(false);
  const registrationToken = pending?.registrationToken ?? null;

  useEffect(() => {
    // Nothing has been verified in this tab, or the proof was used up.
    if (registrationToken === null && session.get() === null) goTo(paths.phone(next), { replace: true });
  }, [registrationToken, session, paths, next]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (pending === null || registrationToken === null) return;
    // Not by the browser, which speaks its own language.
    const box = event.currentTarget.querySelector<HTMLInputElement>('[type=email]');
    if (box?.validity.valid === false) {
      box.focus();
      return setErrors({ email: words.fieldRefused({ code: 'email_invalid' }) });
    }
    setIsSending(true);
    // The proof of the verified number goes in place of a session.
    const registrar = createClient({ fetch: fetchInTime, token: () => registrationToken });
    try {
      const restaurantName = menu.catalogue.restaurant.slug;
      const { token, customer } = await registrar.call('POST /auth/register-customer', {
        body: { restaurantName, number: pending.number, name: name.trim(), email: email.trim() },
      });
      session.change(() => ({ token, _id: customer._id, isLoggedIn: true }));
      void saveToAccount(call, basketStore.get().address);
      basketStore.change((before) => withNameAtTable(before, cutText(customer.name, limits.guestName)));
      forgetName();
      forgetEmail();
      if (next === 'checkout') confirmPlacement();
      goTo(next === 'checkout' ? paths.checkout() : paths.menu(), { replace: true });
      pendingSignIn.change(() => null);
    } catch (failure) {
      setIsSending(false);
      setErrors(fieldErrors(failure, words) ?? { other: words.failure(failure, 'code') });
    }
  }

  return (
    <Page title={words.registerTitle} backTo={paths.phone(next)}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.hint}>{words.registerHint}</p>
        <div className={controls.field}>
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
              aria-describedby={nameErrorId}
              aria-invalid={errors.name !== undefined}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setErrors({});
              }}
            />
          </label>
          <FieldError id={nameErrorId} text={errors.name} />
        </div>
        <div className={controls.field}>
          <label className={controls.field}>
            <span className={controls.label}>{words.email}</span>
            <input
              type="email"
              dir="ltr"
              className={controls.input}
              autoComplete="email"
              maxLength={limits.email}
              required
              aria-describedby={emailErrorId}
              aria-invalid={errors.email !== undefined}
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
                setErrors({});
              }}
            />
          </label>
          <FieldError id={emailErrorId} text={errors.email} />
        </div>
        <FieldError text={errors.other} />
        <button
          type="submit"
          className={isSending ? `${controls.primary} ${controls.busy}` : controls.primary}
          disabled={name.trim() === '' || email.trim() === ''}
          {...pressable(!isSending)}
        >
          {words.continue}
        </button>
      </form>
    </Page>
  );
}

function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  return (
    <span id={id} role={text === undefined ? undefined : 'alert'} className={controls.error}>
      {text}
    </span>
  );
}

/** The errors of the fields that the server refused; null where it refused none of them. */
function fieldErrors(failure: unknown, words: Words): { name?: string; email?: string } | null {
  const fields = failure instanceof CallError ? failure.answer?.fields : undefined;
  const refused = (['name', 'email'] as const).flatMap((field) => {
    const problem = fields?.[field];
    return problem === undefined ? [] : [[field, words.fieldRefused(problem)] as const];
  });
  return refused.length === 0 ? null : Object.fromEntries(refused);
}
