import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import controls from '../../../components/controls.module.css';
import { useToast } from '../../../components/toast.tsx';
import { useSite } from '../../../site.tsx';
import { allowPush, endPush, type GuestPush, readPush } from './push.ts';
import styles from './order-screen.module.css';

/** Has the guest told of the order while no page is open; nothing where the browser cannot, and at a table, where staff tell them. */
export function TellMe({ order: { status, deliveryMode } }: { order: Order }) {
  if (deliveryMode === 'dine-in' || status === 'Completed' || status === 'Cancelled') return null;
  return <PushButton isDelivered={deliveryMode === 'delivery'} />;
}

function PushButton({ isDelivered }: { isDelivered: boolean }) {
  const { call, words } = useSite();
  const toast = useToast();
  const [push, setPush] = useState<GuestPush | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const read = useEffectEvent(() => readPush(call));
  useEffect(() => {
    // Without an answer there is no button; the page says what else there is to say.
    void read().then(setPush, () => undefined);
  }, []);
  if (push === null) return null;

  async function change({ publicKey, isAllowed }: GuestPush): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      if (isAllowed) await endPush(call);
      else if (!(await allowPush(call, publicKey))) toast({ text: words.tellMeRefused, tone: 'error' });
      setPush(await readPush(call));
    } catch {
      toast({ text: words.tellMeFailed, tone: 'error' });
    }
    setIsBusy(false);
  }

  return (
    <div className={styles.tellMe}>
      {push.isAllowed ? <output>{words.tellMeOn}</output> : null}
      <button
        type="button"
        className={push.isAllowed ? controls.text : `${controls.secondary} ${controls.wide}`}
        aria-busy={isBusy}
        onClick={() => void change(push)}
      >
        {push.isAllowed ? words.tellMeOff : isDelivered ? words.tellMeOnItsWay : words.tellMeReady}
      </button>
    </div>
  );
}
