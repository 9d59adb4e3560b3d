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
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.key} className={styles.line}>
            <span className={styles.quantity}>{line.quantity} ×</span>
            <span className={styles.words}>
              {line.name}
              {line.options.length === 0 ? null : <span className={styles.options}>{line.options.join(', ')}</span>}
              {line.note === '' ? null : <span className={styles.options}>“{line.note}”</span>}
            </span>
            <span className={styles.amount}>{line.amount}</span>
          </li>
        ))}
      </ul>
      {note.trim() === '' ? null : <p className={styles.note}>{note}</p>}
    </>
  );
}
