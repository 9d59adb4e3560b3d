import { useEffect, useState } from 'react';
import { fromMajor } from '#contract/base/money.ts';
import { lineChanges, openChange } from '#contract/ordering/changed-lines.ts';
import type { OrderChange } from '#contract/ordering/order-change.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { announce } from '../../../components/announce.ts';
import controls from '../../../components/controls.module.css';
import { MenuText, MenuTexts } from '../../../components/menu-text.tsx';
import { focusMain } from '../../../components/move-focus.ts';
import { pressable } from '../../../components/pressable.ts';
import { useToast } from '../../../components/toast.tsx';
import { spokenText } from '../../../language/in-language.ts';
import { optionTexts } from '../../../language/option-texts.ts';
import { timeText } from '../../../language/times.ts';
import { useSite } from '../../../site.tsx';
import { isOnline } from '../../payments/online-method.ts';
import styles from './change-question.module.css';

const titleId = 'change-question';

/**
 * The change that the restaurant asks for, with both prices, until the guest answers or the time is over; afterwards when it was made.
 * `now` is by the server's clock, which ends the question.
 */
export function ChangeQuestion({ order, now, onOrder }: { order: Order; now: Date; onOrder: (order: Order) => void }) {
  const { words } = useSite();
  const change = openChange(order.changes, now);
  const last = order.changes.findLast(({ state }) => state === 'accepted');
  if (change !== null) return <Question key={change.number} order={order} change={change} onOrder={onOrder} />;
  if (last?.endedAt === undefined || last.endedAt === null) return null;
  return <p>{words.changes.changedAt(timeText(new Date(last.endedAt), order.outlet.timeZone))}</p>;
}

function Question({ order, change, onOrder }: { order: Order; change: OrderChange; onOrder: (order: Order) => void }) {
  const { menu, words, money, call } = useSite();
  const toast = useToast();
  const [isSending, setIsSending] = useState(false);
  const text = words.changes;
  const { before, after, answerBy, note, number } = change;
  const { timeZone } = order.outlet;
  const price = (major: number) => money(fromMajor(major, menu.currency));
  // It comes while the page is open, and its time to answer is short.
  useEffect(() => announce(text.title), [text.title]);

  async function answer(isAccepted: boolean): Promise<void> {
    setIsSending(true);
    try {
      const body = { orderId: order._id, number, isAccepted };
      const { order: answered } = await call('POST /order/answer-change', { body });
      // The question goes, perhaps before the answer is here, and the focus must not go with it.
      const question = document.getElementById(titleId)?.parentElement;
      if (question?.contains(document.activeElement) ?? document.activeElement === document.body) focusMain();
      onOrder(answered);
    } catch (error) {
      toast({ text: words.failure(error, 'order'), tone: 'error' });
    }
    setIsSending(false);
  }

  return (
    <section className={styles.question} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {text.title}
      </h2>
      {note === '' ? null : (
        <p>
          <q>
            <bdi>{note}</bdi>
          </q>
        </p>
      )}
      <ul className={styles.lines}>
        {lineChanges(change).map((line) => (
          <li key={(line.after ?? line.before)!.lineNumber}>
            {line.before === null ? null : (
              <del className={styles.before}>
                <Dish line={line.before} />
              </del>
            )}
            {line.after === null ? null : (
              <ins className={styles.after}>
                <Dish line={line.after} />
              </ins>
            )}
          </li>
        ))}
      </ul>
      {after.promisedAt === null || after.promisedAt === before.promisedAt ? null : (
        <p>{text.newTime(timeText(new Date(after.promisedAt), timeZone))}</p>
      )}
      <p className={styles.total}>
        {before.totalPrice === after.totalPrice
          ? text.sameTotal(price(after.totalPrice))
          : text.newTotal(price(before.totalPrice), price(after.totalPrice))}
      </p>
      {isOnline(order.paymentMethod) && after.totalPrice < before.totalPrice ? <p>{text.goesBack}</p> : null}
      <p className={styles.deadline}>{text.answerBy(timeText(new Date(answerBy), timeZone))}</p>
      <div className={styles.answers}>
        <button
          type="button"
          className={controls.primary}
          aria-busy={isSending}
          {...pressable(!isSending, () => void answer(true))}
        >
          {text.agree}
        </button>
        <button type="button" className={controls.secondary} {...pressable(!isSending, () => void answer(false))}>
          {text.decline}
        </button>
      </div>
    </section>
  );
}

function Dish({ line }: { line: OrderLine }) {
  const { menu, language } = useSite();
  const options = optionTexts(menu, line.options, language);
  return (
    <>
      {line.quantity} × <MenuText of={spokenText(menu, line.name, line.nameTranslations, language)} />
      {options.length === 0 ? null : (
        <span className={styles.options}>
          <MenuTexts of={options} />
        </span>
      )}
    </>
  );
}
