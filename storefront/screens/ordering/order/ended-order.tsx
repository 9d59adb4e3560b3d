import type { Order } from '#contract/ordering/orders.ts';
import { orderAgain } from '../../../basket/order-again.ts';
import controls from '../../../components/controls.module.css';
import { goTo } from '../../../routing/navigation.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { isOnline } from '../../payments/online-method.ts';

/** Below an order that is over: its dishes in the basket again, where one that is missing is marked. One that was cancelled costs nothing. */
export function EndedOrder({ order }: { order: Order }) {
  const { menu, words, paths } = useSite();
  const { change } = useBasket();
  function again(): void {
    change((basket) => orderAgain(menu, basket, order));
    goTo(paths.basket());
  }
  const isCancelled = order.status === 'Cancelled';
  return (
    <>
      {/* Money that was held or charged has sentences of its own. */}
      {isCancelled && !isOnline(order.paymentMethod) ? <p>{words.nothingToPay}</p> : null}
      <button type="button" className={`${controls.primary} ${controls.wide}`} onClick={again}>
        {isCancelled ? words.chooseElse : words.orderAgain}
      </button>
    </>
  );
}
