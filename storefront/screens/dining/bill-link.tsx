import controls from '../../components/controls.module.css';
import { useBasket, useSite } from '../../site.tsx';
import { placeOf } from '../../state/place.ts';

/** At a table whose restaurant takes payments online: the way to its bill. */
export function BillLink() {
  const { menu, words, paths } = useSite();
  const { basket } = useBasket();
  const isTaken = placeOf(menu, basket).outlet?.modes['dine-in']?.takesOnline !== false;
  if (basket.participant === null || menu.catalogue.restaurant.onlinePayment === undefined || !isTaken) return null;
  return (
    <a href={paths.bill()} className={`${controls.secondary} ${controls.wide}`}>
      {words.bill.open}
    </a>
  );
}
