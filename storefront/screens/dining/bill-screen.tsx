import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '#contract/base/client.ts';
import { fromMajor, subtractMoney } from '#contract/base/money.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';
import type { Participant } from '../../basket/stored-basket.ts';
import controls from '../../components/controls.module.css';
import { FailedNotice } from '../../components/notices.tsx';
import { Notice, Page } from '../../components/page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import totals from '../../components/totals.module.css';
import { useBasket, useSite } from '../../site.tsx';
import { BillLines } from './bill-lines.tsx';
import styles from './bill-screen.module.css';
import { type Choice, keysOf } from './bill-choice.ts';
import { PayBill } from './pay-bill.tsx';

/** Milliseconds between two questions while the bill is on the screen: somebody else at the table may be paying. */
const pollMilliseconds = 2500;

/** The bill of the table: what was ordered and what is paid, and paying all of it or one's own dishes. */
export function BillScreen() {
  const { words, paths } = useSite();
  const { participant } = useBasket().basket;
  if (participant === null) {
    return (
      <Page title={words.bill.title}>
        <Notice
          title={words.bill.over}
          action={
            <a href={paths.menu()} className={controls.primary}>
              {words.backToMenu}
            </a>
          }
        >
          {words.bill.overHint}
        </Notice>
      </Page>
    );
  }
  return <BillOfTable participant={participant} />;
}

function BillOfTable({ participant }: { participant: Participant }) {
  const { words, paths } = useSite();
  const { bill, failure, askAgain } = useBill(participant);
  const [choice, setChoice] = useState<Choice>('all');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  if (bill === null) {
    return (
      <Page title={words.bill.title} backTo={paths.basket()}>
        {failure === null ? (
          <Skeleton />
        ) : (
          <FailedNotice failure={words.failure(failure, 'order')} onRetry={askAgain} />
        )}
      </Page>
    );
  }
  if (bill.orders.length === 0) {
    return (
      <Page title={words.bill.title} backTo={paths.basket()}>
        <Notice
          title={words.bill.nothing}
          action={
            <a href={paths.menu()} className={controls.primary}>
              {words.openMenu}
            </a>
          }
        />
      </Page>
    );
  }
  const chosen = choice === 'some' ? new Set([...picked].filter((key) => keysOf(bill).has(key))) : keysOf(bill, choice);
  const toggle = (key: string) =>
    setPicked((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  return (
    <Page title={words.bill.title} backTo={paths.basket()}>
      {failure === null ? null : (
        <p role="alert" className={styles.offline}>
          {words.connectionLost}
        </p>
      )}
      <Sums bill={bill} />
      <PayBill
        {...{ bill, participant, choice, chosen }}
        onChoose={setChoice}
        onChange={askAgain}
        lines={<BillLines bill={bill} chosen={choice === 'some' ? chosen : null} onToggle={toggle} />}
      />
    </Page>
  );
}

function Sums({ bill }: { bill: TableBill }) {
  const { menu, words, money } = useSite();
  const minor = (major: number) => fromMajor(major, menu.currency);
  const open = subtractMoney(minor(bill.total), minor(bill.paid));
  return (
    <dl className={totals.totals}>
      <div className={totals.row}>
        <dt>{words.total}</dt>
        <dd className={totals.value}>{money(minor(bill.total))}</dd>
      </div>
      {bill.paid > 0 ? (
        <div className={totals.row}>
          <dt>{words.bill.paidOnline}</dt>
          <dd className={totals.value}>{money(minor(bill.paid))}</dd>
        </div>
      ) : null}
      <div className={totals.total}>
        <dt>{words.bill.left}</dt>
        <dd className={totals.value}>{money(open)}</dd>
      </div>
    </dl>
  );
}

/** The bill, asked for again and again while the page is on the screen. */
function useBill({ tableSessionId, key: participantKey }: Participant) {
  const { call, tableBasketStore } = useSite();
  const { change } = useBasket();
  const [bill, setBill] = useState<TableBill | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  async function ask(signal?: AbortSignal): Promise<void> {
    try {
      const body = { tableSessionId, participantKey };
      const answer = await call('POST /dining/read-bill', { body, ...(signal && { signal }) });
      if (signal?.aborted === true) return;
      setBill(answer.bill);
      setFailure(null);
    } catch (error) {
      if (signal?.aborted === true) return;
      if (!(error instanceof CallError && error.answer?.code === 'table.session_over')) return setFailure(error);
      change((before) => ({ ...before, participant: null }));
      tableBasketStore.change(() => null);
    }
  }
  const onTick = useEffectEvent(ask);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      if (document.visibilityState === 'visible') await onTick(stop.signal);
      if (!stop.signal.aborted) timer = setTimeout(() => void poll(), pollMilliseconds);
    };
    void poll();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);

  return { bill, failure, askAgain: () => void ask() };
}
