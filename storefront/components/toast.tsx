import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { basketLimits } from '#contract/ordering/basket-limits.ts';
import { onAddress } from '../routing/router.tsx';
import { useSite } from '../site.tsx';
import { CloseIcon } from './icons.tsx';
import { focusMain, moveFocus } from './move-focus.ts';
import styles from './toast.module.css';

interface ToastMessage {
  text: string;
  tone: 'note' | 'error';
  action?: { label: string; run: () => void };
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Shows a message at the top left for 5 seconds (order-operations 8). */
export const useToast = () => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(ToastMessage & { id: number })[]>([]);
  const lastId = useRef(0);

  // The same function always: with another one, every part that may show a message would be rendered again with each message.
  const show = useCallback((message: ToastMessage): void => {
    lastId.current += 1;
    const id = lastId.current;
    // The same words once; and no more than fit on a phone.
    setToasts((before) => [...before.filter((toast) => toast.text !== message.text).slice(-2), { ...message, id }]);
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      {toasts.length === 0 ? null : (
        // In the top layer, above an open dialog.
        <div popover="manual" className={styles.stack}>
          {toasts.map((toast) => (
            <Toast
              key={toast.id}
              message={toast}
              onDone={() => setToasts((before) => before.filter((other) => other.id !== toast.id))}
            />
          ))}
        </div>
      )}
    </ToastContext>
  );
}

function Toast({ message, onDone }: { message: ToastMessage; onDone: () => void }) {
  const { words } = useSite();
  const [isHeld, setIsHeld] = useState(false);
  const [focusedBefore] = useState(() => document.activeElement);
  const ref = useRef<HTMLDivElement>(null);
  const finish = useEffectEvent(onDone);

  /** The pressed button goes, and the focus must not go with it. A tap has none to keep, and would open the keyboard of a phone. */
  function leave(isByKeyboard: boolean): void {
    onDone();
    if (!isByKeyboard) return;
    const hadFocus = focusedBefore?.isConnected === true && focusedBefore !== document.body;
    if (hadFocus && focusedBefore instanceof HTMLElement) moveFocus(focusedBefore);
    else focusMain();
  }

  useEffect(() => {
    // Each new message brings all of them to the front again.
    const stack = ref.current?.closest<HTMLElement>('[popover]');
    stack?.hidePopover();
    stack?.showPopover();
  }, []);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => finish(), basketLimits.messageMilliseconds);
    return () => clearTimeout(timer);
  }, [isHeld]);

  useEffect(() => {
    if (message.action === undefined) return;
    // A removal is undone on its own page; above the next one the message lies on the title and the way back.
    const { pathname } = location;
    return onAddress(() => {
      if (location.pathname !== pathname) finish();
    });
  }, [message]);

  return (
    <div
      ref={ref}
      role={message.tone === 'error' ? 'alert' : 'status'}
      className={message.tone === 'error' ? `${styles.toast} ${styles.error}` : styles.toast}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className={styles.text}>{message.text}</span>
      {message.action === undefined ? null : (
        <button
          type="button"
          className={styles.action}
          onClick={({ detail }) => {
            message.action?.run();
            leave(detail === 0);
          }}
        >
          {message.action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={words.close}
        onClick={({ detail }) => leave(detail === 0)}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
