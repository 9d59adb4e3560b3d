import { fromMajor } from '#contract/base/money.ts';
import type { Order } from '#contract/ordering/orders.ts';
import controls from '../../../../components/controls.module.css';
import { Question } from '../../../../components/question.tsx';
import { useSite } from '../../../../site.tsx';

/** An earlier try reached the restaurant although its answer was lost, and the basket has changed since: the guest chooses. */
export function AlreadyArrived({
  order,
  onTrack,
  onOrderAsWell,
  onCancel,
}: {
  order: Order;
  onTrack: () => void;
  onOrderAsWell: () => void;
  onCancel: () => void;
}) {
  const { menu, words, paths, money } = useSite();
  const total = money(fromMajor(order.totalPrice, menu.currency));
  return (
    <Question
      title={words.alreadyArrivedTitle(order.orderName)}
      onCancel={onCancel}
      actions={
        <>
          <button type="button" className={controls.primary} onClick={onTrack}>
            {words.trackOrder}
          </button>
          <button type="button" className={controls.secondary} onClick={onOrderAsWell}>
            {words.orderAsWell}
          </button>
          <a href={paths.basket()} className={controls.secondary}>
            {words.backToBasket}
          </a>
        </>
      }
    >
      <p>{words.alreadyArrivedText(total)}</p>
    </Question>
  );
}
