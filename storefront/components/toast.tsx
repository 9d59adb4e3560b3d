import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { useSite } from '../site.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './toast.module.css';

export interface ToastMessage {
  text: string;
  tone: 'note' | 'error';
  action?: { label: string; run: () => void };
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Shows a message at the top left for 5 seconds (order-operations 8; decision 27). */
export const useToast = () => use(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(ToastMessage & { id: number })[]>([]);
  const lastId = useRef(0);

  function show(message: ToastMessage): void {
    lastId.current += 1;
    const id = lastId.current;
    // The same words once; and no more than fit on a phone.
    setToasts((before) => [...before.filter((toast) => toast.text !== message.text).slice(-2), { ...message, id }]);
  }

  return (
    <ToastContext value={show}>
      {children}
      {toasts.length === 0 ? null : (
        <Stack newest={toasts.at(-1)!.id}>
          {toasts.map((toast) => (
            <Toast
              key={toast.id}
              message={toast}
              onDone={() => setToasts((before) => before.filter((other) => other.id !== toast.id))}
            />
          ))}
        </Stack>
      )}
    </ToastContext>
  );
}

/** In the top layer, above an open dialog; brought to its front by every new message. */
function Stack({ newest, children }: { newest: number; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stack = ref.current;
    stack?.showPopover();
    return () => stack?.hidePopover();
  }, [newest]);
  return (
    <div ref={ref} popover="manual" className={styles.stack}>
      {children}
    </div>
  );
}

function Toast({ message, onDone }: { message: ToastMessage; onDone: () => void }) {
  const { words } = useSite();
  const [isHeld, setIsHeld] = useState(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => done.current(), limits.messageMilliseconds);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div
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
          onClick={() => {
            message.action?.run();
            onDone();
          }}
        >
          {message.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={words.close} onClick={onDone}>
        <CloseIcon />
      </button>
    </div>
  );
}
