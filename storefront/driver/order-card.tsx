import type { ReactNode } from 'react';
import type { TakenOrder, UntakenOrder } from '#contract/delivery/deliveries.ts';
import type { DriverWords } from '../words/driver-words.ts';
import { moneyText, timeText, useSpoken } from './words.ts';

type Facts = Omit<UntakenOrder, 'failedReason'>;

/** One order: what everybody may read of it, and the door where it is with the driver. */
export function OrderCard({
  order,
  currency,
  taken = null,
  children,
}: {
  order: Facts;
  currency: string;
  taken?: TakenOrder | null;
  children: ReactNode;
}) {
  const { words, language } = useSpoken();
  const amount = moneyText(order.due, currency, language);
  const readyText =
    order.status === 'Confirmed' && order.promisedAt !== null
      ? words.readyAt(timeText(order.promisedAt, order.timeZone))
      : null;
  return (
    <li className="card">
      <div className="line">
        <h3>
          <bdi>{order.orderName}</bdi>
        </h3>
        <span className="state">{stateText(order, taken, words)}</span>
      </div>
      <p className="hint">
        {[
          { key: 'area', part: order.areaName },
          { key: 'way', part: order.metres === null ? null : words.kilometres((order.metres / 1000).toFixed(1)) },
          { key: 'ready', part: readyText },
          { key: 'outlet', part: order.outletName },
        ]
          .filter(({ part }) => part !== null)
          .map(({ key, part }, index) => (
            <span key={key}>
              {index > 0 && ' · '}
              <bdi>{part}</bdi>
            </span>
          ))}
      </p>
      {taken !== null && <Door order={taken} />}
      {order.status !== 'Cancelled' && (
        <p className={order.payment === 'cash' ? 'due cash' : 'due'}>
          {order.payment === 'online' ? words.paid : order.payment === 'cash' ? words.cash(amount) : words.card(amount)}
        </p>
      )}
      {children}
    </li>
  );
}

function stateText({ status }: Facts, taken: TakenOrder | null, words: DriverWords): string {
  if (status === 'Cancelled') return '';
  if (status === 'Confirmed') return words.inKitchen;
  return taken !== null && taken.leftAt !== null ? words.onTheWay : words.ready;
}

function Door({ order }: { order: TakenOrder }) {
  const { words } = useSpoken();
  const { address, phoneNo, customerName, note, items } = order;
  if (address === null) return null;
  const { position } = address;
  const place = position === null ? address.location : `${position.latitude},${position.longitude}`;
  const lines = Object.entries({ instruction: address.instruction, note }).filter(([, text]) => text !== '');
  return (
    <>
      <address>
        <strong>
          <bdi>{address.location}</bdi>
        </strong>
        <span>
          {words.floor}: <bdi>{address.floor}</bdi>
          {address.postcode !== '' && (
            <>
              {' · '}
              <bdi>{address.postcode}</bdi>
            </>
          )}
        </span>
        <span>
          <bdi>{customerName}</bdi> · {words.items(items.reduce((sum, { quantity }) => sum + quantity, 0))}
        </span>
      </address>
      {lines.map(([key, text]) => (
        <p key={key} className="note" dir="auto">
          {text}
        </p>
      ))}
      <div className="buttons">
        <a
          className="secondary"
          href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`}
          target="_blank"
          rel="noreferrer"
        >
          {words.navigate}
        </a>
        {phoneNo !== '' && (
          <a className="secondary" href={`tel:${phoneNo}`}>
            {words.call}
          </a>
        )}
      </div>
    </>
  );
}
