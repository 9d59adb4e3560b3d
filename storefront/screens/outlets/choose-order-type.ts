import { type OrderingMode, modePathOf } from '../../basket/stored-basket.ts';
import { goTo } from '../../routing/navigation.ts';
import { outletForMode } from '../../state/place.ts';
import { useBasket, useSite } from '../../site.tsx';
import { useSwitchPlace } from './switch-place.tsx';

/** Switches between Delivery and Pickup, with the outlet that follows from it, and shows the menu there unless told to stay. */
export function useChooseOrderType() {
  const { menu, paths } = useSite();
  const { basket } = useBasket();
  const switchPlace = useSwitchPlace();
  return (orderingMode: OrderingMode, { stay = false }: { stay?: boolean } = {}) => {
    const mode = modePathOf(orderingMode);
    const outlet = outletForMode(menu, basket, mode);
    switchPlace({
      place: { orderingMode, outlet },
      onSwitch: () => {
        if (!stay) goTo(outlet === null ? paths.menu() : paths.outlet(mode, outlet.name));
      },
    });
  };
}
