import controls from '../../components/controls.module.css';
import { useBasket, useSite } from '../../site.tsx';

/** At a table whose restaurant takes payments online: the way to its bill. */
export function BillLink() {
  const { menu, words, paths } = useSite();
  const { participant } = useBasket().basket;
  if (participant === null || menu.catalogue.restaurant.onlinePayment === undefined) return null;
  return (
    <a href={paths.bill()} className={`${controls.secondary} ${controls.wide}`}>
      {words.bill.open}
    </a>
  );
}
