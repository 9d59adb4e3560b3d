import { useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import { fromMajor } from '#contract/base/money.ts';
import { foodsOfLine } from '#contract/menu/allergens.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { guestText } from '../../../basket/shared-lines.ts';
import { orderingModeOf } from '../../../basket/stored-basket.ts';
import { Optional } from '../../../components/boundary.tsx';
import controls from '../../../components/controls.module.css';
import { PhoneIcon, RefreshIcon } from '../../../components/icons.tsx';
import { LineList } from '../../../components/line-list.tsx';
import { FailedNotice, LogInNotice } from '../../../components/notices.tsx';
import { Page } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useToast } from '../../../components/toast.tsx';
import { dot } from '../../../language/dot.ts';
import { foodsText } from '../../../language/foods-text.ts';
import { spokenText } from '../../../language/in-language.ts';
import { optionTexts } from '../../../language/option-texts.ts';
import { useParam } from '../../../routing/router.tsx';
import { useNow, useSession, useSite } from '../../../site.tsx';
import { slotText } from '../../../language/slot-text.ts';
import { tableText } from '../../../state/table.ts';
import { timeText } from '../../../language/times.ts';
import { StampCard } from '../../customers/account/stamp-card.tsx';
import { isOnline } from '../../payments/online-method.ts';
import { paymentText } from '../../payments/payment-text.ts';
import { lazyPart } from '../../lazy.tsx';
import { addressIn, outletOfOrder } from './names-of-order.ts';
import styles from './order-screen.module.css';
import { EndedOrder } from './ended-order.tsx';
import { promiseText } from './promise-text.ts';
import { OrderTotals } from './order-totals.tsx';
import { StatusSteps } from './status-steps.tsx';
import { TellMe } from './tell-me.tsx';
import { useOrder } from './use-order.ts';

const CancelOwnOrder = lazyPart(() => import('./cancel-own-order.tsx').then((file) => file.CancelOwnOrder));
const ChangeQuestion = lazyPart(() => import('./change-question.tsx').then((file) => file.ChangeQuestion));
const OrderProblem = lazyPart(() => import('../problem/order-problem.tsx').then((file) => file.OrderProblem));
const OnItsWay = lazyPart(() => import('../../delivery/on-its-way.tsx').then((file) => file.OnItsWay));
const OrderMoney = lazyPart(() => import('../../payments/order-money.tsx').then((file) => file.OrderMoney));

/** `/order/{orderId}`: how the order is getting on, by itself and at a tap (C13). */
export function OrderScreen() {
  const { words } = useSite();
  const session = useSession();
  if (session !== null) return <Tracking />;
  return (
    <Page title={words.trackTitle}>
      <LogInNotice />
    </Page>
  );
}

function Tracking() {
  const { words } = useSite();
  const orderId = useParam('orderId') as OrderId;
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [isRefreshing, setIsRefreshing] = useState(false);

  const { order, isConnected, updatedAt, clockAhead, refresh, showOrder } = useOrder(orderId, (error) =>
    setFailure(words.failure(error, 'order')),
  );

  async function refreshNow(): Promise<void> {
    setIsRefreshing(true);
    setFailure(null);
    try {
      await refresh();
    } catch (error) {
      const text = words.failure(error, 'order');
      // Where there is no order, the failure stands in its place.
      if (order === null) setFailure(text);
      else toast({ text, tone: 'error' });
    }
    setIsRefreshing(false);
  }

  return (
    <Page
      title={words.trackTitle}
      action={
        <button
          type="button"
          className={isRefreshing ? `${controls.round} ${styles.turning}` : controls.round}
          aria-label={words.refreshStatus}
          aria-busy={isRefreshing}
          onClick={() => void refreshNow()}
        >
          <RefreshIcon />
        </button>
      }
    >
      {isConnected || order === null ? null : <ConnectionLost />}
      {order !== null ? (
        <Progress order={order} updatedAt={updatedAt} clockAhead={clockAhead} onOrder={showOrder} />
      ) : failure === null ? (
        <Skeleton />
      ) : (
        <FailedNotice failure={failure} onRetry={() => void refreshNow()} />
      )}
    </Page>
  );
}

/** Tells that the order on the page may have moved on. */
export function ConnectionLost() {
  const { words } = useSite();
  return (
    <p role="alert" className={styles.offline}>
      {words.connectionLost}
    </p>
  );
}

/** How the order stands; without the steps where the page has said it in its own words. */
export function Progress({
  order,
  updatedAt,
  clockAhead,
  onOrder,
  hasSteps = true,
}: {
  order: Order;
  updatedAt: Date | null;
  /** Milliseconds by which the server's clock, which ends questions, is ahead of this phone's. */
  clockAhead: number;
  /** Hears of an order that the guest has changed here. */
  onOrder: (order: Order) => void;
  hasSteps?: boolean;
}) {
  const { menu, words, paths, money, language } = useSite();
  const now = new Date(useNow().getTime() + clockAhead);
  const { timeZone } = order.outlet;
  const amount = (major: number) => fromMajor(major, menu.currency);
  const phone = menu.outlets.get(order.outletId)?.phone ?? '';
  const due = promiseText(order, now, words, language);
  const isOver = order.status === 'Completed' || order.status === 'Cancelled';

  /** At a table each line is somebody's. */
  const forWhom = (name: string) => (name === '' ? [] : [{ text: guestText(name, words) }]);

  function acceptByText(acceptBy: string): string {
    const at = new Date(acceptBy);
    return order.orderDate === null ? timeText(at, timeZone) : slotText(at, now, timeZone, words, language);
  }

  return (
    <div className={styles.order}>
      <div>
        <p className={styles.number}>{words.orderNumber(order.orderName)}</p>
        <p className={styles.facts}>
          {[
            order.tableName === null
              ? words.orderTypes[orderingModeOf(order.deliveryMode)]
              : tableText({ name: order.tableName, area: order.tableArea }, words),
            money(amount(order.totalPrice)),
            paymentText(order, words),
          ]
            .filter(Boolean)
            .join(dot)}
        </p>
        {order.address === null ? null : (
          <p className={styles.facts}>
            {words.deliveryTo(words.place(addressIn(menu, { ...order, address: order.address }, language)))}
          </p>
        )}
      </div>
      {order.changes.length === 0 ? null : (
        <Optional>
          <ChangeQuestion order={order} now={now} onOrder={onOrder} />
        </Optional>
      )}
      {due === null ? null : <p className={styles.promise}>{due}</p>}
      {order.acceptBy === null || order.status !== 'New' ? null : (
        <p className={styles.facts}>{words.acceptBy(acceptByText(order.acceptBy))}</p>
      )}
      {isOnline(order.paymentMethod) ? (
        <Optional>
          <OrderMoney order={order} />
        </Optional>
      ) : null}
      {hasSteps ? <StatusSteps order={order} /> : null}
      {order.status === 'Ready' && order.delivery?.state === 'out' ? (
        <Optional>
          <OnItsWay key={order._id} order={order} />
        </Optional>
      ) : null}
      {isOver ? <EndedOrder order={order} /> : null}
      {updatedAt === null ? null : (
        <p className={styles.updated}>
          {words.updated(timeText(new Date(updatedAt.getTime() + clockAhead), timeZone))}
        </p>
      )}
      <TellMe order={order} />
      {order.status === 'New' ? (
        <Optional>
          <CancelOwnOrder order={order} onOrder={onOrder} />
        </Optional>
      ) : null}
      {isOver ? (
        <Optional>
          <OrderProblem order={order} now={now} onOrder={onOrder} />
        </Optional>
      ) : null}
      {/* Read again once the order has ended, which moves stamps. */}
      <StampCard key={String(isOver)} />
      <div className={styles.outlet}>
        <span className={styles.outletName}>
          <bdi>{outletOfOrder(menu, order, language)}</bdi>
        </span>
        {phone === '' ? null : (
          <a href={`tel:${phone}`} className={controls.text}>
            <PhoneIcon />
            {words.call}
          </a>
        )}
      </div>
      <LineList
        lines={order.cart.map((line, index) => ({
          key: String(index),
          quantity: line.quantity,
          name: spokenText(menu, line.name, line.nameTranslations, language),
          options: [...forWhom(line.guestName), ...optionTexts(menu, line.options, language)],
          note: line.note,
          foods: foodsText(foodsOfLine(line), words),
          amount: money(amount(line.totalPrice)),
        }))}
        note={order.specialInstruction}
      />
      <OrderTotals order={order} />
      <a href={paths.receipt(order._id)} className={controls.text}>
        {words.receipt}
      </a>
      <a href={paths.menu()} className={controls.secondary}>
        {words.backToMenu}
      </a>
    </div>
  );
}
