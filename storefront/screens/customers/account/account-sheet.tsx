import { useEffect, useState } from 'react';
import { forgetPerson } from '../../../basket/after-order.ts';
import controls from '../../../components/controls.module.css';
import { Sheet } from '../../../components/sheet.tsx';
import { closeSheet } from '../../../routing/navigation.ts';
import { useBasket, useSession, useSite } from '../../../site.tsx';
import { forgetDrafts } from '../../../state/draft.ts';
import styles from './account-sheet.module.css';

/** The drawer of the guest who is logged in. */
export function AccountSheet() {
  const { words } = useSite();
  const session = useSession();
  if (session === null) return null;
  return (
    <Sheet name="account" title={words.account}>
      <Account isWithoutPhone={session.isWithoutPhone === true} />
    </Sheet>
  );
}

function Account({ isWithoutPhone }: { isWithoutPhone: boolean }) {
  const { words, paths, call, menu, sessionStore: session } = useSite();
  const { change } = useBasket();
  const [name, setName] = useState('');

  useEffect(() => {
    // Without the name the greeting is shorter.
    call('GET /auth/customer', {}).then(
      ({ customer }) => setName(customer.name),
      () => undefined,
    );
  }, [call]);

  function logOut(): void {
    // Revoked on the server as well; here the guest is out at once, whatever it answers (D-63).
    call('POST /auth/signout', {}).catch(() => undefined);
    session.change(() => null);
    change(forgetPerson);
    forgetDrafts(menu.catalogue.restaurant._id);
    closeSheet();
  }

  return (
    <div className={styles.account}>
      <p className={styles.greeting}>{words.greeting(name)}</p>
      <a href={paths.myOrders()} className={controls.primary}>
        {words.myOrders}
      </a>
      {isWithoutPhone ? (
        <a href={paths.phone()} className={controls.secondary}>
          {words.logIn}
        </a>
      ) : null}
      <button type="button" className={controls.secondary} onClick={logOut}>
        {words.logOut}
      </button>
    </div>
  );
}
