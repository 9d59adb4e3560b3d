import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import controls from '../../components/controls.module.css';
import { FailedNotice } from '../../components/notices.tsx';
import { Notice, Page } from '../../components/page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useToast } from '../../components/toast.tsx';
import { timeText } from '../../language/times.ts';
import { goTo } from '../../routing/navigation.ts';
import { useParam } from '../../routing/router.tsx';
import { useBasket, useSession, useSite } from '../../site.tsx';
import { cacheOrder } from '../ordering/order/order-cache.ts';
import { BillScreen } from '../dining/bill-screen.tsx';
import { isOver, placedOrderOf } from './after-payment.ts';
import styles from './payment-screen.module.css';
import { usePayment } from './use-payment.ts';

/**
 * `/payment/{reference}`: where the gateway leads back to. Guests want to know whether they have ordered and paid. `/payment/table`:
 * the bill of their table.
 */
export function PaymentScreen() {
  const { words, paths } = useSite();
  const reference = useParam('reference')!;
  if (reference === 'table') return <BillScreen />;
  return (
    <Page title={words.yourPayment} backTo={paths.checkout()}>
      <Payment key={reference} reference={reference} />
    </Page>
  );
}

function Payment({ reference }: { reference: string }) {
  const { words, paths } = useSite();
  const { payment, failure, isUnknown, show, retry } = usePayment(reference);
  if (isUnknown) {
    return (
      <Notice
        title={words.paymentUnknown}
        action={
          <a href={paths.myOrders()} className={controls.primary}>
            {words.seeMyOrders}
          </a>
        }
      >
        {words.paymentUnknownHint}
      </Notice>
    );
  }
  if (payment === null) {
    return failure === null ? <Skeleton /> : <FailedNotice failure={words.failure(failure, 'order')} onRetry={retry} />;
  }
  if (payment.isAtTable && payment.state !== 'begun') return <AtTable payment={payment} />;
  if (isOver(payment)) return <NothingCharged />;
  const orderId = placedOrderOf(payment);
  if (orderId !== null) return <Placed orderId={orderId} orderName={payment.orderName ?? ''} />;
  return (
    <>
      {failure === null ? null : (
        <p role="alert" className={styles.offline}>
          {words.connectionLost}
        </p>
      )}
      <Waiting payment={payment} onGivenUp={show} />
    </>
  );
}

function Waiting({
  payment: { url, heldUntil, reference, isAtTable },
  onGivenUp,
}: {
  payment: GuestPayment;
  onGivenUp: (payment: GuestPayment) => void;
}) {
  const { words, paths, call, refreshMenu } = useSite();
  const session = useSession();
  const { participant } = useBasket().basket;
  const toast = useToast();
  const [isChanging, setIsChanging] = useState(false);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

  async function changeOrder(): Promise<void> {
    if (isChanging) return;
    setIsChanging(true);
    try {
      const { payment } =
        isAtTable && participant !== null
          ? await call('POST /dining/give-up-bill/:reference', {
              params: { reference },
              body: { tableSessionId: participant.tableSessionId },
            })
          : await call('POST /order/give-up-payment/:reference', { params: { reference }, body: {} });
      onGivenUp(payment);
      if (!isOver(payment)) return;
      if (isAtTable) return goTo(paths.bill(), { replace: true });
      // The dishes that were kept are on sale again.
      await refreshMenu().catch(() => undefined);
      goTo(paths.checkout(), { replace: true });
    } catch (error) {
      toast({ text: words.failure(error, 'order'), tone: 'error' });
    } finally {
      setIsChanging(false);
    }
  }

  return (
    <div className={styles.waiting}>
      <output className={styles.title}>{words.waitingForPayment}</output>
      <p className={styles.hint}>
        {(isAtTable ? words.bill.yoursUntil : words.keptUntil)(timeText(new Date(heldUntil), timeZone))}
      </p>
      {url === null ? null : (
        <a href={url} className={`${controls.primary} ${controls.wide}`}>
          {words.goOnPaying}
        </a>
      )}
      {/* The payment belongs to an account, or to a phone at a table, and can be given up there alone. */}
      {(isAtTable ? participant : session) === null ? null : (
        <button
          type="button"
          className={`${controls.secondary} ${controls.wide}`}
          aria-busy={isChanging}
          onClick={() => void changeOrder()}
        >
          {isAtTable ? words.bill.chooseAgain : words.changeOrder}
        </button>
      )}
    </div>
  );
}

/** A payment at a table that has an outcome. */
function AtTable({ payment }: { payment: GuestPayment }) {
  const { words, paths, price } = useSite();
  return (
    <div className={styles.waiting}>
      <output className={styles.title}>
        {isOver(payment) ? words.nothingCharged : words.bill.paid(price(payment.amount))}
        {payment.refunded > 0 ? (
          <span className={styles.refunded}>{words.money.refunded(price(payment.refunded))}</span>
        ) : null}
      </output>
      <p className={styles.hint}>{isOver(payment) ? words.bill.stillOpen : words.bill.everybodySees}</p>
      <a href={paths.bill()} className={`${controls.primary} ${controls.wide}`}>
        {words.bill.back}
      </a>
      <a href={paths.menu()} className={`${controls.secondary} ${controls.wide}`}>
        {words.backToMenu}
      </a>
    </div>
  );
}

function NothingCharged() {
  const { words, paths } = useSite();
  const { basket } = useBasket();
  const hasBasket = basket.items.length > 0;
  return (
    <div className={styles.waiting}>
      <output className={styles.title}>{words.nothingCharged}</output>
      {hasBasket ? <p className={styles.hint}>{words.basketKept}</p> : null}
      <a href={hasBasket ? paths.checkout() : paths.menu()} className={`${controls.primary} ${controls.wide}`}>
        {hasBasket ? words.backToCheckout : words.backToMenu}
      </a>
    </div>
  );
}

/** The guest is led to the order; a device that is not signed in as the guest reads that it is placed. */
function Placed({ orderId, orderName }: { orderId: OrderId; orderName: string }) {
  const { words, paths, call } = useSite();
  const token = useSession()?.token;
  const isSignedIn = token !== undefined;
  const [isOthers, setIsOthers] = useState(false);
  const lead = useEffectEvent(() => goTo(paths.placed(orderId), { replace: true }));
  useEffect(() => {
    if (token === undefined) return;
    call('GET /order/get-order-details/:id', { params: { id: orderId } }).then(
      ({ order }) => {
        cacheOrder(order, token);
        lead();
      },
      (error: unknown) => {
        const isRefused = error instanceof CallError && [401, 403, 404].includes(error.status);
        // Any other failure is told by the page of the order, which asks again.
        if (isRefused) setIsOthers(true);
        else lead();
      },
    );
  }, [call, token, orderId]);

  if (isSignedIn && !isOthers) return <Skeleton />;
  return (
    <div className={styles.waiting}>
      <output className={styles.title}>{words.orderPlaced(orderName)}</output>
      <p className={styles.hint}>{words.followPlaced}</p>
      {isSignedIn ? null : (
        <a href={paths.phone()} className={`${controls.primary} ${controls.wide}`}>
          {words.logIn}
        </a>
      )}
      <a href={paths.menu()} className={`${controls.secondary} ${controls.wide}`}>
        {words.backToMenu}
      </a>
    </div>
  );
}
