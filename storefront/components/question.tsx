import { type ReactNode, useId } from 'react';
import styles from './question.module.css';
import { useModal } from './sheet.tsx';

/** A small dialog that waits for an answer. Escape is the answer that changes nothing. */
export function Question({
  title,
  children,
  actions,
  onCancel,
}: {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  onCancel: () => void;
}) {
  const titleId = useId();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={styles.question}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
