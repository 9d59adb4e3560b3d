import { lastWholeDay } from '#contract/base/time.ts';
import { CheckIcon } from '../../../components/icons.tsx';
import { MenuText } from '../../../components/menu-text.tsx';
import { spokenText } from '../../../language/in-language.ts';
import { dateLocales } from '../../../language/language.ts';
import { useNow, useSite } from '../../../site.tsx';
import { cardText } from './card-text.ts';
import { isFull, useCard } from './use-card.ts';
import styles from './stamp-card.module.css';

/** The guest's stamp card: how many stamps there are, what a full one gives, and what earns a stamp (decision 83). */
export function StampCard() {
  const { menu, words, language, price } = useSite();
  const card = useCard();
  const now = useNow();
  if (card === null) return null;
  const { name, nameTranslations, stamps, needed, minimum, off, expiresAt } = card;
  const day = (at: Date) => at.toLocaleDateString(dateLocales[language], { dateStyle: 'long' });
  const facts = [
    off === null ? words.cardGivesDish : words.cardGives(price(off)),
    minimum === 0 ? words.eachOrderStamps : words.ordersStamp(price(minimum)),
    ...(expiresAt === null ? [] : [words.stampsUntil(day(lastWholeDay(expiresAt, now)))]),
  ];
  return (
    <section className={styles.card} aria-label={words.stampCard}>
      <p className={styles.name}>
        <MenuText of={spokenText(menu, name, nameTranslations, language)} />
      </p>
      <p className={styles.count}>
        {cardText(card, words)}
        {isFull(card) ? <span className={styles.hint}>{words.cardFullHint}</span> : null}
      </p>
      <span className={styles.stamps} aria-hidden="true">
        {Array.from({ length: needed }, (_, place) => (
          <span key={place} className={place < stamps ? `${styles.stamp} ${styles.stamped}` : styles.stamp}>
            {place < stamps ? <CheckIcon /> : null}
          </span>
        ))}
      </span>
      <p className={styles.facts}>{facts.join(' ')}</p>
    </section>
  );
}
