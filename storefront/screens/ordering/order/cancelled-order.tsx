import type { Order } from '#contract/ordering/orders.ts';
import { orderAgain } from '../../../basket/order-again.ts';
import controls from '../../../components/controls.module.css';
import { goTo } from '../../../routing/navigation.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { isOnline } from '../../payments/online-method.ts';

/** Below the reason of a cancelled order: that it costs nothing, and its dishes in the basket again, where the one that is missing is marked. */
export function CancelledOrder({ order }: { order: Order }) {
  const { menu, words, paths } = useSite();
  const { change } = useBasket();
  function again(): void {
    change((basket) => orderAgain(menu, basket, order));
    goTo(paths.basket());
  }
  return (
    <>
      {/* Money that was held or charged has sentences of its own. */}
      {isOnline(order.paymentMethod) ? null : <p>{words.nothingToPay}</p>}
      <button type="button" className={`${controls.primary} ${controls.wide}`} onClick={again}>
        {words.chooseElse}
      </button>
    </>
  );
}
