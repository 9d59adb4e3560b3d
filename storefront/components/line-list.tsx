import type { SpokenText } from '../language/in-language.ts';
import styles from './line-list.module.css';
import { MenuText, MenuTexts } from './menu-text.tsx';

/** The lines of an order, to be read. */
export function LineList({
  lines,
  note,
}: {
  lines: readonly {
    key: string;
    quantity: number;
    name: SpokenText;
    options: readonly SpokenText[];
    note: string;
    /** Allergens and diets. */
    foods?: string;
    amount: string;
    /** The reason why it cannot be ordered. */
    problem?: string | null;
  }[];
  /** The guest's note for the kitchen. */
  note: string;
}) {
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.key} className={styles.line}>
            <span className={styles.quantity}>{line.quantity} ×</span>
            <span className={styles.words}>
              <MenuText of={line.name} />
              {line.options.length === 0 ? null : (
                <span className={styles.options}>
                  <MenuTexts of={line.options} />
                </span>
              )}
              {line.foods ? <span className={styles.options}>{line.foods}</span> : null}
              {line.note === '' ? null : (
                <span className={styles.options}>
                  <q>
                    <bdi>{line.note}</bdi>
                  </q>
                </span>
              )}
              {line.problem === undefined || line.problem === null ? null : (
                <strong className={styles.problem}>{line.problem}</strong>
              )}
            </span>
            <span className={styles.amount}>{line.amount}</span>
          </li>
        ))}
      </ul>
      {note.trim() === '' ? null : (
        <p className={styles.note}>
          <bdi>{note}</bdi>
        </p>
      )}
    </>
  );
}
