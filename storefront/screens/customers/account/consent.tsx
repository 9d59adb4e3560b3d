import { useEffect, useState } from 'react';
import type { ConsentSource } from '#contract/base/enumerations.ts';
import { useToast } from '../../../components/toast.tsx';
import { useSession, useSite } from '../../../site.tsx';
import styles from './consent.module.css';

/**
 * Asks whether the guest wants to hear of offers: an empty box, which counts only when they tick it. In the checkout it is not there
 * for those who have agreed; in the account it stays, to take it back.
 */
export function Consent({ source }: { source: ConsentSource }) {
  const { words, call } = useSite();
  const session = useSession();
  const toast = useToast();
  const isReachable = session !== null && session.isWithoutPhone !== true;
  /** Null: not known, so nothing is asked. */
  const [isGiven, setIsGiven] = useState<boolean | null>(null);
  const [isAsked, setIsAsked] = useState(false);

  useEffect(() => {
    if (!isReachable) return;
    call('GET /auth/consent', {}).then(
      (known) => {
        setIsGiven(known.isGiven);
        setIsAsked(source === 'account' || !known.isGiven);
      },
      () => undefined,
    );
  }, [call, isReachable, source]);

  if (!isReachable || isGiven === null || !isAsked) return null;

  function change(next: boolean): void {
    setIsGiven(next);
    call('POST /auth/change-consent', { body: { isGiven: next, source } }).catch((error: unknown) => {
      setIsGiven(!next);
      toast({ text: words.failure(error, 'order'), tone: 'error' });
    });
  }

  return (
    <label className={styles.consent}>
      <input type="checkbox" checked={isGiven} onChange={(event) => change(event.target.checked)} />
      <span>
        {words.hearOfOffers}
        <span className={styles.hint}>{words.hearOfOffersHint}</span>
      </span>
    </label>
  );
}
