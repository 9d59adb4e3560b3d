import { Suspense } from 'react';
import { basketTotals, mayHaveOffers } from '../../basket/price.ts';
import { portionsIn } from '../../basket/stored-basket.ts';
import { useSite, useWholeBasket } from '../../site.tsx';
import { Boundary } from '../../components/boundary.tsx';
import { lazyPart } from '../lazy.tsx';
import styles from './basket-bar.module.css';

// Loaded where offers may apply: the first visit of everybody else stays small.
const QuotedBar = lazyPart(() => import('./quoted-bar.tsx').then((file) => file.QuotedBar));

/** The way to the basket, fixed at the bottom while there is something in it (C02). */
export function BasketBar() {
  const { menu, money } = useSite();
  const { basket } = useWholeBasket();
  if (portionsIn(basket) === 0) return null;
  if (!mayHaveOffers(menu, basket)) return <BarWith total={money(basketTotals(menu, basket).total)} />;
  return (
    // Without a connection the total is what the menu says, and the basket page explains.
    <Boundary place="" renderFallback={() => <BarWith total={money(basketTotals(menu, basket).total)} />}>
      <Suspense fallback={<BarWith total="…" />}>
        <QuotedBar />
      </Suspense>
    </Boundary>
  );
}

/** `isOpen`: the total of the basket before its last change, until the server has answered. */
export function BarWith({ total, isOpen = false }: { total: string; isOpen?: boolean }) {
  const { menu, words, paths, money } = useSite();
  const { basket } = useWholeBasket();
  const count = portionsIn(basket);
  const totals = basketTotals(menu, basket);
  const toGo = totals.missing > 0 ? words.toGo(money(totals.missing)) : null;
  return (
    <aside className={styles.bar} aria-label={words.basket}>
      {toGo === null ? null : (
        <p className={styles.toGo}>
          {toGo}
          <progress aria-hidden="true" className={styles.progress} value={totals.subtotal} max={totals.minimum} />
        </p>
      )}
      <a href={paths.basket()} className={styles.link} aria-busy={isOpen}>
        <span className="visually-hidden">{[words.viewBasket, words.itemCount(count), total].join(', ')}</span>
        <span aria-hidden="true" className={styles.way}>
          <span className={styles.count}>{words.itemCount(count)}</span>
          <span>{words.viewBasket}</span>
        </span>
        <span aria-hidden="true" className={styles.total}>
          {total}
        </span>
      </a>
    </aside>
  );
}
