import type { LineChange } from '../../basket/check.ts';
import { namesOfLine } from '../../basket/names-of-line.ts';
import { MenuText } from '../../components/menu-text.tsx';
import { useSite } from '../../site.tsx';
import styles from './line-changes.module.css';

/** The lines that a change of place would cost, and how. */
export function LineChanges({ changes }: { changes: readonly LineChange[] }) {
  const { menu, words, money, language } = useSite();
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.line.id} className={styles.change}>
          <span className={styles.name}>
            {change.line.quantity} × <MenuText of={namesOfLine(menu, change.line, language).name} />
          </span>
          <span className={styles.effect}>
            {change.kind === 'repriced' ? words.priceWas(money(change.seen), money(change.now)) : words.switchLost}
          </span>
        </li>
      ))}
    </ul>
  );
}
