import { useEffect, useState } from 'react';
import { fromMajor } from '#contract/base/money.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isFinal, isOrderStatus } from '#contract/ordering/order-status.ts';
import { orderAgain } from '../../../basket/order-again.ts';
import { orderingModeOf } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { MenuTexts } from '../../../components/menu-text.tsx';
import { FailedNotice, LogInNotice } from '../../../components/notices.tsx';
import { Notice, Page } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { dot } from '../../../language/dot.ts';
import { dayText } from '../../../language/dates.ts';
import { spokenText } from '../../../language/in-language.ts';
import { goTo } from '../../../routing/navigation.ts';
import { useBasket, useNow, useSession, useSite } from '../../../site.tsx';
import { tableText } from '../../../state/table.ts';
import { outletOfOrder } from '../order/names-of-order.ts';
import { promiseText } from '../order/promise-text.ts';
import { statusText } from '../order/status-text.ts';
import { isOnline } from '../../payments/online-method.ts';
import { paymentText } from '../../payments/payment-text.ts';
import { StampCard } from '../../customers/account/stamp-card.tsx';
import { MyData } from '../../customers/account/my-data.tsx';
import styles from './my-orders-screen.module.css';

/** `/orders`: what the guest has ordered here, to look at and to order again (AC-09, D-82). */
export function MyOrdersScreen() {
  const { words } = useSite();
  const session = useSession();
  const [tries, setTries] = useState(0);
  return (
    <Page title={words.myOrders}>
      {session === null ? (
        <LogInNotice />
      ) : (
        <>
          <StampCard />
          <Orders key={tries} onRetry={() => setTries(tries + 1)} />
          <MyData />
        </>
      )}
    </Page>
  );
}

function Orders({ onRetry }: { onRetry: () => void }) {
  const { words, paths, call } = useSite();
  const [orders, setOrders] = useState<readonly Order[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    call('GET /order/get-all-orders', { query: { scope: 'recent' }, signal: stop.signal }).then(
      ({ order }) => setOrders(order),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(words.failure(error, 'order'));
      },
    );
    return () => stop.abort();
  }, [call, words]);

  if (failure !== null) {
    return <FailedNotice failure={failure} onRetry={onRetry} />;
  }
  if (orders === null) return <Skeleton />;
  if (orders.length === 0) {
    return (
      <Notice
        title={words.noOrders}
        action={
          <a href={paths.menu()} className={controls.primary}>
            {words.backToMenu}
          </a>
        }
      />
    );
  }
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <li key={order._id} className={styles.order}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ order }: { order: Order }) {
  const { menu, words, paths, money, language } = useSite();
  const now = useNow();
  const { change } = useBasket();
  const promise = promiseText(order, now, words, language);
  const isOver = isOrderStatus(order.status) && isFinal(order.status);
  const dishes = order.cart.map(({ quantity, name, nameTranslations }) => {
    const { text, lang } = spokenText(menu, name, nameTranslations, language);
    return { text: `${quantity} × ${text}`, lang };
  });
  const again = () => {
    change((basket) => orderAgain(menu, basket, order));
    goTo(paths.basket());
  };
  return (
    <article aria-label={words.orderNumber(order.orderName)}>
      <p className={styles.head}>
        <span className={styles.number}>{words.orderNumber(order.orderName)}</span>
        <bdi className={styles.total}>{money(fromMajor(order.totalPrice, menu.currency))}</bdi>
      </p>
      <p className={styles.facts}>
        {[
          dayText(order.createdAt, order.outlet.timeZone, language),
          outletOfOrder(menu, order, language),
          order.tableName === null
            ? words.orderTypes[orderingModeOf(order.deliveryMode)]
            : tableText({ name: order.tableName, area: order.tableArea }, words),
          isOnline(order.paymentMethod) ? paymentText(order, words) : '',
        ]
          .filter(Boolean)
          .join(dot)}
      </p>
      {promise === null ? null : <p className={styles.going}>{promise}</p>}
      <p className={styles.dishes}>
        <MenuTexts of={dishes} />
      </p>
      <p className={isOver ? styles.facts : styles.going}>{statusText(order, words)}</p>
      <p className={styles.actions}>
        <button type="button" className={controls.secondary} onClick={again}>
          {words.orderAgain}
        </button>
        <a href={paths.order(order._id)} className={controls.text}>
          {isOver ? words.showOrder : words.track}
        </a>
        <a href={paths.receipt(order._id)} className={controls.text}>
          {words.receipt}
        </a>
      </p>
    </article>
  );
}
