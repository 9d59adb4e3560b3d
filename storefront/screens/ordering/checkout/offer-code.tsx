import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import { comparableCode } from '#contract/base/comparable-code.ts';
import type { Quote } from '#contract/ordering/orders.ts';
import type { BasketCheck } from '../../../basket/use-basket-check.ts';
import controls from '../../../components/controls.module.css';
import { OfferHint, OfferHints } from '../../../components/offer-hints.tsx';
import { useBasket, useSite } from '../../../site.tsx';
import type { Place } from '../../../state/place.ts';
import styles from './offer-code.module.css';
import { UseStampCard } from './use-stamp-card.tsx';

/** Offers for which the basket lacks something, the code of another: where it is typed, and whether it applies; and a full stamp card. */
export function OfferCode({ check: { place, quote, input, isSettled } }: { check: BasketCheck }) {
  return (
    <div className={styles.offers}>
      <OfferHints quote={quote} place={place} />
      {input === null ? null : <Code place={place} quote={quote} isAsked={!isSettled} />}
      {input === null ? null : <UseStampCard />}
    </div>
  );
}

interface CodeProps {
  place: Place;
  quote: Quote | null;
  isAsked: boolean;
}

function Code({ place, quote, isAsked }: CodeProps) {
  const { words } = useSite();
  const { basket, change } = useBasket();
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { offerCode } = basket;
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  function set(code: string): void {
    setIsOpen(code === '');
    change((before) => ({ ...before, offerCode: code }));
  }

  if (offerCode !== '') {
    return (
      <div className={styles.code}>
        <p className={styles.line}>
          <span>
            {words.offerCode}: <bdi className={styles.typed}>{offerCode}</bdi>
          </span>
          <button type="button" className={controls.text} onClick={() => set('')}>
            {words.remove}
          </button>
        </p>
        <output className={styles.verdict}>
          <Verdict place={place} quote={quote} isAsked={isAsked} code={offerCode} />
        </output>
      </div>
    );
  }
  if (!isOpen) {
    return (
      <button type="button" className={`${controls.text} ${styles.opener}`} onClick={() => setIsOpen(true)}>
        {words.haveCode}
      </button>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = input.current!.value.trim();
        if (typed === '') input.current!.focus();
        else set(typed);
      }}
    >
      <label className={`${controls.field} ${styles.field}`}>
        <span className={controls.label}>{words.offerCode}</span>
        <input
          ref={input}
          className={controls.input}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={limits.offerCode}
        />
      </label>
      <button type="submit" className={controls.secondary}>
        {words.applyCode}
      </button>
    </form>
  );
}

function Verdict({ place, quote, isAsked, code }: CodeProps & { code: string }) {
  const { words } = useSite();
  const isMeant = (offer: { code: string | null }) => offer.code === comparableCode(code);
  const refused = quote?.refusedOffers.find(isMeant);
  if (refused !== undefined) return <OfferHint offer={refused} place={place} />;
  if (quote?.offers.some(isMeant)) return <span className={controls.hint}>{words.codeApplied}</span>;
  return isAsked ? <span className={controls.hint}>{words.checkingOffer}</span> : null;
}
