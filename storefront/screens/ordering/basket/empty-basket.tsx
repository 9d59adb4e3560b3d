import controls from '../../../components/controls.module.css';
import { Notice } from '../../../components/page.tsx';
import { useBasket, useSite } from '../../../site.tsx';

/** An empty basket; after an order, also in another tab or by going back, the way to that order. */
export function EmptyBasket() {
  const { words, paths } = useSite();
  const { orderId } = useBasket().basket;
  return (
    <Notice
      title={orderId === null ? words.emptyBasket : words.orderSent}
      action={
        <>
          {orderId === null ? null : (
            <a href={paths.order(orderId)} className={controls.primary}>
              {words.trackOrder}
            </a>
          )}
          <a href={paths.menu()} className={orderId === null ? controls.primary : controls.secondary}>
            {words.backToMenu}
          </a>
        </>
      }
    >
      {orderId === null ? words.emptyBasketHint : null}
    </Notice>
  );
}
