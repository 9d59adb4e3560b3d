import { guestLabel } from '../../basket/shared-lines.ts';
import { useSite, useWholeBasket } from '../../site.tsx';
import { tableOrderText } from '../ordering/order/status-text.ts';
import { dot } from '../../language/dot.ts';
import styles from './active-order.module.css';

/** The newest order of the table, on every phone there; whoever sent it follows it at its page, the others in the basket. */
export function TableOrder() {
  const { words, paths } = useSite();
  const { table } = useWholeBasket();
  const order = table?.tableSession.orders.findLast(({ status }) => status !== 'Completed' && status !== 'Cancelled');
  if (table === null || order === undefined) return null;
  const sender = table.tableSession.participants.find(({ number }) => number === order.participant);
  const isYours = sender?.isYou === true;
  const state = tableOrderText(order.status, words);
  return (
    <a href={isYours ? paths.order(order._id) : paths.basket()} className={styles.strip}>
      <span className={styles.order}>
        {words.orderWithStatus(order.orderName, state)}
        <span className={styles.promise}>
          {dot}
          {isYours || sender === undefined ? words.sentByYou : words.sentBy(guestLabel(sender, words))}
        </span>
      </span>
      <span className={styles.track}>{words.track}</span>
    </a>
  );
}
