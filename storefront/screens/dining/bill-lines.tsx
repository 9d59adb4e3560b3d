import type { BillLine, TableBill } from '#contract/payments/table-bill.ts';
import { guestText } from '../../basket/shared-lines.ts';
import { MenuText } from '../../components/menu-text.tsx';
import { spokenText } from '../../language/in-language.ts';
import { useSite } from '../../site.tsx';
import { tableOrderText } from '../ordering/order/status-text.ts';
import { keyOf } from './bill-choice.ts';
import styles from './bill-screen.module.css';

/** The dishes of a table, order by order. With `chosen` the open ones can be ticked. */
export function BillLines({
  bill,
  chosen,
  onToggle,
}: {
  bill: TableBill;
  chosen: ReadonlySet<string> | null;
  onToggle: (key: string) => void;
}) {
  const { words } = useSite();
  return bill.orders.map(({ _id, orderName, status, lines }) => (
    <section key={_id} className={styles.order} aria-label={words.orderNumber(orderName)}>
      <h2 className={styles.name}>{words.orderWithStatus(orderName, tableOrderText(status, words))}</h2>
      <ul className={styles.lines}>
        {lines.flatMap((line) =>
          rowsOf(line, chosen !== null).map(({ portion, ...row }) => {
            const key = keyOf(_id, line.lineNumber, portion);
            return (
              <li key={key}>
                {chosen === null || row.state !== 'open' ? (
                  <div className={styles.line}>
                    <Line line={{ ...line, ...row }} />
                  </div>
                ) : (
                  <label className={`${styles.line} ${styles.tickable}`}>
                    <input type="checkbox" checked={chosen.has(key)} onChange={() => onToggle(key)} />
                    <Line line={{ ...line, ...row }} />
                  </label>
                )}
              </li>
            );
          }),
        )}
      </ul>
    </section>
  ));
}

interface Row extends Pick<BillLine, 'quantity' | 'amount' | 'state'> {
  /** The first of them, counted from 0. */
  portion: number;
}

/** A line as it is read; where guests tick what they pay, or some portions are paid, each portion. */
function rowsOf({ quantity, amount, state, portions }: BillLine, isTicked: boolean): Row[] {
  const isSplit = isTicked || portions.some((one) => one.state !== portions[0]!.state);
  if (!isSplit) return [{ portion: 0, quantity, amount, state }];
  return portions.map((one, portion) => ({ portion, quantity: 1, ...one }));
}

function Line({ line: { name, nameTranslations, quantity, guestName, isYours, amount, state } }: { line: BillLine }) {
  const { menu, words, price, language } = useSite();
  return (
    <>
      <span className={styles.quantity}>{quantity} ×</span>
      <span className={styles.dish}>
        <MenuText of={spokenText(menu, name, nameTranslations, language)} />
        <span className={styles.guest}>{isYours ? words.you : <bdi>{guestText(guestName, words)}</bdi>}</span>
      </span>
      {state === 'open' ? null : (
        <span className={`${styles.state} ${state === 'paid' ? styles.paid : styles.paying}`}>
          {words.bill.states[state]}
        </span>
      )}
      <span className={styles.amount}>{price(amount)}</span>
    </>
  );
}
