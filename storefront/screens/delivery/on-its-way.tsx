import { useEffect, useEffectEvent, useState } from 'react';
import type { CallAnswer } from '#contract/base/client.ts';
import { trackingLimits } from '#contract/delivery/tracking-limits.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { timeText } from '../../language/times.ts';
import { useSite } from '../../site.tsx';
import type { Words } from '../../words/words.ts';
import { WayMap } from './way-map.tsx';
import styles from './on-its-way.module.css';

type Tracking = NonNullable<CallAnswer<'GET /delivery/track-order/:id'>['tracking']>;

/** Seconds between two looks at where the driver is. */
const lookSeconds = 8;

/**
 * How far the driver is who is out with the order, and the code that the guest reads to them; a courier has the page of their company
 * instead. Give it the order's id as key.
 */
export function OnItsWay({ order }: { order: Order }) {
  const { words } = useSite();
  const tracking = useTracking(order);
  if (tracking === null) return null;
  const { leftAt, code, position, trackingUrl } = tracking;
  return (
    <section className={styles.way} aria-labelledby="way">
      <h2 id="way" className={styles.title}>
        {words.way.title}
      </h2>
      <p>{words.way.leftAt(timeText(new Date(leftAt), order.outlet.timeZone))}</p>
      {position === null || position.metres === null ? null : (
        <p>
          {distanceText(position.metres, words)}{' '}
          <span className={styles.quiet}>{words.way.seen(position.seconds)}</span>
        </p>
      )}
      {position?.place === undefined ? null : <WayMap place={position.place} door={order.address?.position ?? null} />}
      {trackingUrl === undefined ? null : (
        <a className={styles.follow} href={trackingUrl} target="_blank" rel="noreferrer">
          {words.way.follow}
        </a>
      )}
      {code === '' ? null : (
        <div className={styles.code}>
          <span>{words.way.code}</span>
          <strong dir="ltr" className={styles.digits}>
            {code}
          </strong>
          <span className={styles.quiet}>{words.way.codeHint}</span>
        </div>
      )}
    </section>
  );
}

function distanceText(metres: number, words: Words): string {
  if (metres < 100) return words.way.near;
  if (metres < 950) return words.way.away(words.way.metres(Math.round(metres / 50) * 50));
  return words.way.away(words.way.kilometres((metres / 1000).toFixed(1)));
}

/** Null until the first answer, and as soon as the order is out no more. */
function useTracking({ _id: id }: Order): Tracking | null {
  const { call } = useSite();
  const [tracking, setTracking] = useState<Tracking | null>(null);
  const look = useEffectEvent(async () => {
    try {
      setTracking((await call('GET /delivery/track-order/:id', { params: { id } })).tracking);
    } catch {
      // A place that cannot be asked for is too old soon: it is not shown any more.
      setTracking((before) => before && { ...before, position: null });
    }
  });
  useEffect(() => {
    const begin = () => {
      if (!document.hidden) void look();
    };
    begin();
    const timer = setInterval(begin, lookSeconds * 1000);
    document.addEventListener('visibilitychange', begin);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', begin);
    };
  }, []);
  const position = tracking?.position ?? null;
  useEffect(() => {
    if (position === null) return;
    // An answer that does not come leaves the place before it, which grows old.
    const forget = () => setTracking((before) => before && { ...before, position: null });
    const timer = setTimeout(forget, (trackingLimits.positionSeconds - position.seconds) * 1000);
    return () => clearTimeout(timer);
  }, [position]);
  return tracking;
}
