import type { MinorUnits } from '#contract/base/money.ts';
import controls from '../../../../components/controls.module.css';
import { Question } from '../../../../components/question.tsx';
import { useSite } from '../../../../site.tsx';

/** The total is no longer the one on the screen: both are shown, and one tap orders at the new one (decision 27). */
export function PriceChanged({
  seen,
  now,
  isPaidOnline,
  onPlace,
  onCancel,
}: {
  seen: MinorUnits;
  now: MinorUnits;
  isPaidOnline: boolean;
  onPlace: () => void;
  onCancel: () => void;
}) {
  const { words, paths, money } = useSite();
  return (
    <Question
      title={words.priceChangedTitle}
      onCancel={onCancel}
      actions={
        <>
          <button type="button" className={controls.primary} onClick={onPlace}>
            {(isPaidOnline ? words.pay : words.placeAt)(money(now))}
          </button>
          <a href={paths.basket()} className={controls.secondary}>
            {words.backToBasket}
          </a>
        </>
      }
    >
      <p>{words.priceChangedText(money(seen), money(now))}</p>
    </Question>
  );
}
