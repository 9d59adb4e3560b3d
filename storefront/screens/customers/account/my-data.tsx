import { useState } from 'react';
import { forgetPerson } from '../../../basket/after-order.ts';
import controls from '../../../components/controls.module.css';
import { useToast } from '../../../components/toast.tsx';
import { goTo } from '../../../routing/navigation.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { forgetDrafts } from '../../../state/draft.ts';
import { Consent } from './consent.tsx';
import styles from '../../ordering/my-orders/my-orders-screen.module.css';

/** The guest's personal data at the restaurant: to export, and to erase (R90). */
export function MyData() {
  const { menu, words, paths, call, client, sessionStore: session } = useSite();
  const { change } = useBasket();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function whileBusy(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    await work().catch((error: unknown) => toast({ text: words.failure(error, 'order'), tone: 'error' }));
    setIsBusy(false);
  }

  const download = () =>
    whileBusy(async () => {
      const response = await client.file('GET /auth/export-customer', {});
      const url = URL.createObjectURL(await response.blob());
      Object.assign(document.createElement('a'), { href: url, download: 'my-data.json' }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  const erase = () =>
    whileBusy(async () => {
      await call('POST /auth/delete-customer', {});
      session.change(() => null);
      change(forgetPerson);
      forgetDrafts(menu.catalogue.restaurant._id);
      toast({ text: words.erased, tone: 'note' });
      goTo(paths.menu(), { replace: true });
    });

  return (
    <section className={styles.data} aria-labelledby="my-data">
      <h2 id="my-data">{words.myData}</h2>
      <Consent source="account" />
      <p className={styles.facts}>{isAsking ? words.eraseWarning : words.myDataHint}</p>
      {isAsking ? (
        <>
          <button type="button" className={controls.secondary} onClick={() => setIsAsking(false)}>
            {words.keepAccount}
          </button>
          <button type="button" className={`${controls.secondary} ${controls.danger}`} onClick={() => void erase()}>
            {words.eraseMe}
          </button>
        </>
      ) : (
        <>
          <button type="button" className={controls.secondary} onClick={() => void download()}>
            {words.downloadData}
          </button>
          <button type="button" className={controls.text} onClick={() => setIsAsking(true)}>
            {words.eraseMe}
          </button>
        </>
      )}
    </section>
  );
}
