import { useState } from 'react';
import controls from '../../components/controls.module.css';
import { useToast } from '../../components/toast.tsx';
import { useSite } from '../../site.tsx';
import styles from './service-request-buttons.module.css';

/** At a table: call somebody, or ask for the bill. */
export function ServiceRequestButtons({ code }: { code: string }) {
  const { words, call } = useSite();
  const toast = useToast();
  const [isCalling, setIsCalling] = useState(false);

  async function ask(kind: 'waiter' | 'bill'): Promise<void> {
    if (isCalling) return;
    setIsCalling(true);
    try {
      await call('POST /dining/request-service', { body: { table: code, kind } });
      toast({ tone: 'note', text: kind === 'bill' ? words.billAskedFor : words.waiterCalled });
    } catch (error) {
      toast({ text: words.failure(error, 'order'), tone: 'error' });
    } finally {
      setIsCalling(false);
    }
  }

  return (
    <div className={styles.calls}>
      <button type="button" className={controls.secondary} onClick={() => void ask('waiter')}>
        {words.callWaiter}
      </button>
      <button type="button" className={controls.secondary} onClick={() => void ask('bill')}>
        {words.askForBill}
      </button>
    </div>
  );
}
