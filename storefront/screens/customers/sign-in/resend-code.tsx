import { useState, useSyncExternalStore } from 'react';
import controls from '../../../components/controls.module.css';
import { pressable } from '../../../components/pressable.ts';
import { useToast } from '../../../components/toast.tsx';
import type { PendingSignIn } from '../../../state/session.ts';
import { useSite } from '../../../site.tsx';
import { useSendCode } from './send-code.ts';

function subscribeToSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 250);
  return () => clearInterval(timer);
}

/** Counts down until another code may be asked for; asked for once, it starts anew (order-operations 4). */
export function ResendCode({
  pending,
  onResent,
  onFailure,
}: {
  pending: PendingSignIn;
  onResent: () => void;
  onFailure: (text: string) => void;
}) {
  const { words } = useSite();
  const sendCode = useSendCode();
  const toast = useToast();
  const [isSending, setIsSending] = useState(false);
  const seconds = useSyncExternalStore(
    subscribeToSeconds,
    () => Math.max(0, Math.ceil((pending.resendAt - Date.now()) / 1000)),
    () => 0,
  );
  const isWaiting = seconds > 0;

  async function resend(): Promise<void> {
    setIsSending(true);
    try {
      await sendCode(pending.number);
      onResent();
      toast({ text: words.codeResent, tone: 'note' });
    } catch (failure) {
      onFailure(words.failure(failure, 'code'));
    }
    setIsSending(false);
  }

  return (
    <button
      type="button"
      className={controls.text}
      disabled={isWaiting}
      {...pressable(!isSending, () => void resend())}
    >
      {isWaiting ? words.resendIn(`0:${String(seconds).padStart(2, '0')}`) : words.resend}
    </button>
  );
}
