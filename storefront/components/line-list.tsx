import { useSite } from '../site.tsx';
import styles from './line-list.module.css';

/** The lines of an order, to be read. */
export function LineList({
  lines,
  note,
}: {
  lines: readonly {
    key: string;
    quantity: number;
    name: string;
    options: readonly string[];
    note: string;
    amount: string;
  }[];
  /** The guest's note for the kitchen. */
  note: string;
}) {
  const { words } = useSite();
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.key} className={styles.line}>
            <span className={styles.quantity}>{line.quantity} ×</span>
            <span className={styles.words}>
              <bdi>{line.name}</bdi>
              {line.options.length === 0 ? null : <span className={styles.options}>{words.list(line.options)}</span>}
              {line.note === '' ? null : (
                <span className={styles.options}>
                  “<bdi>{line.note}</bdi>”
                </span>
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
