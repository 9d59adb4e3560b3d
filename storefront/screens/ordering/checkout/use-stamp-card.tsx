import { gap, MenuSentence } from '../../../components/menu-text.tsx';
import { spokenText } from '../../../language/in-language.ts';
import { useBasket, useSite } from '../../../site.tsx';
import consent from '../../customers/account/consent.module.css';
import { cardText } from '../../customers/account/card-text.ts';
import { isFull, useCard } from '../../customers/account/use-card.ts';

/** A box for a full card: the guest says when they use it. It stays while it is ticked, whatever has become of the card. */
export function UseStampCard() {
  const { menu, words, language } = useSite();
  const { basket, change } = useBasket();
  const card = useCard();
  if (card === null || !(isFull(card) || basket.usesStampCard)) return null;
  const { name, nameTranslations } = card;
  return (
    <label className={consent.consent}>
      <input
        type="checkbox"
        checked={basket.usesStampCard}
        onChange={({ target }) => change((before) => ({ ...before, usesStampCard: target.checked }))}
      />
      <span>
        <MenuSentence sentence={words.tickCard(gap)} of={[spokenText(menu, name, nameTranslations, language)]} />
        <span className={consent.hint}>{cardText(card, words)}</span>
      </span>
    </label>
  );
}
