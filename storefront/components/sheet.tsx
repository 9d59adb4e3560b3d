import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { closeSheet, type SheetName, useHash } from '../routing/navigation.ts';
import { useSite } from '../site.tsx';
import controls from './controls.module.css';
import { CloseIcon } from './icons.tsx';
import styles from './sheet.module.css';

interface SheetProps {
  name: SheetName;
  title: string;
  children: ReactNode;
  /** Stays in sight below what scrolls. */
  footer?: ReactNode;
}

/** A drawer: from the bottom on phones, from the side on wider screens. Open while its name stands in the hash; Back closes it. */
export function Sheet(props: SheetProps) {
  return useHash() === props.name ? <OpenSheet {...props} /> : null;
}

function OpenSheet({ title, children, footer }: SheetProps) {
  const { words } = useSite();
  const titleId = useId();
  const dialog = useModal();
  return (
    // The backdrop counts as the dialog itself; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser that is left without a file fires an event of the same name at its field inside, and it bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        closeSheet();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) closeSheet();
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <button type="button" className={controls.round} aria-label={words.close} onClick={closeSheet}>
          <CloseIcon />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <div className={styles.foot}>{footer}</div>}
    </dialog>
  );
}

/** Opens the dialog as long as it is mounted; closing it gives the focus back to where it was. */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    // A dialog that came with the page is open already, but not above the rest of it.
    dialog?.close();
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return ref;
}
