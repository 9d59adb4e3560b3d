import { limits } from '#contract/base/limits.ts';
import type { LineChange } from '../../../basket/check.ts';
import { namesOfLine } from '../../../basket/names-of-line.ts';
import { lineTotal } from '../../../basket/price.ts';
import { guestLabel } from '../../../basket/shared-lines.ts';
import controls from '../../../components/controls.module.css';
import { LineList } from '../../../components/line-list.tsx';
import { useBasket, useSite, useWholeBasket } from '../../../site.tsx';
import { BillLink } from '../../dining/bill-link.tsx';
import { tableOrderText } from '../order/status-text.ts';
import styles from './table-guests.module.css';

/** This participant's name at the table, beside the own lines. Nothing for a guest who sits alone. */
export function OwnName() {
  const { words } = useSite();
  const { table } = useWholeBasket();
  const { basket, change } = useBasket();
  const { participant } = basket;
  if (table === null || participant === null || basket.orderingMode !== 'Dine-in') return null;
  if (table.tableSession.participants.length === 1) return <p className={styles.hint}>{words.shareHint}</p>;
  const you = table.tableSession.participants.find(({ isYou }) => isYou);
  return (
    <div className={styles.you}>
      <h2 className={styles.name}>{words.you}</h2>
      <label className={styles.field}>
        <span className={controls.label}>{words.nameAtTable}</span>
        <input
          className={controls.input}
          maxLength={limits.guestName}
          placeholder={you && guestLabel(you, words)}
          autoComplete="name"
          value={participant.name}
          onChange={(event) =>
            change((before) => ({ ...before, participant: { ...participant, name: event.target.value } }))
          }
        />
      </label>
    </div>
  );
}

/** Lines of the other participants. Everybody changes their own; a waiter clears the table of those who have left. */
export function TableGuests({ changes = [] }: { changes?: readonly LineChange[] }) {
  const { menu, words, money, language } = useSite();
  const { basket, table } = useWholeBasket();
  if (table === null || basket.orderingMode !== 'Dine-in' || basket.participant === null) return null;
  const guests = table.tableSession.participants.filter(({ isYou, lines }) => !isYou && lines.length > 0);
  return guests.map((guest) => (
    <section key={guest.number} className={styles.guest} aria-label={guestLabel(guest, words)}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <bdi>{guestLabel(guest, words)}</bdi>
        </h2>
      </div>
      <LineList
        lines={table.otherLines
          .filter(({ id }) => id.startsWith(`${guest.number} `))
          .map((line) => {
            const names = namesOfLine(menu, line, language);
            const isBroken = changes.some((change) => change.line.id === line.id);
            return {
              key: line.id,
              quantity: line.quantity,
              name: names.name,
              options: names.options,
              note: line.note,
              amount: money(lineTotal(menu, line)),
              problem: isBroken ? words.guestMustChooseAgain(guestLabel(guest, words)) : null,
            };
          })}
        note=""
      />
      <p className={styles.hint}>{words.othersDishes}</p>
    </section>
  ));
}

/** The orders that were sent from the table, whoever sent them, and what has become of them. */
export function TableOrders() {
  const { words, paths } = useSite();
  const { basket, table } = useWholeBasket();
  if (table === null || basket.participant === null || table.tableSession.orders.length === 0) return null;
  return (
    <section className={styles.guest} aria-label={words.tableOrders}>
      <h2 className={styles.name}>{words.tableOrders}</h2>
      <ul className={styles.orders}>
        {table.tableSession.orders.toReversed().map(({ _id, orderName, status, participant }) => {
          const sender = table.tableSession.participants.find(({ number }) => number === participant);
          const isYours = sender?.isYou === true;
          const state = tableOrderText(status, words);
          return (
            <li key={_id} className={styles.order}>
              <span className={styles.text}>
                {words.orderWithStatus(orderName, state)}
                <span className={styles.by}>
                  {isYours || sender === undefined ? words.sentByYou : words.sentBy(guestLabel(sender, words))}
                </span>
              </span>
              {isYours ? (
                <a href={paths.order(_id)} className={controls.text}>
                  {words.track}
                  <span className="visually-hidden"> {words.orderNumber(orderName)}</span>
                </a>
              ) : null}
            </li>
          );
        })}
      </ul>
      <BillLink />
    </section>
  );
}
