import type { SavedAddress } from '../../../basket/stored-basket.ts';
import { closeSheet, goTo } from '../../../routing/navigation.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { withMetres } from './metres.ts';
import { useSwitchPlace } from '../../outlets/switch-place.tsx';

/**
 * Delivers to the address, from the outlet whose area it lies in. `onSwitch` runs when that is settled; without it the guest
 * goes on where the choice was made: at the checkout, else in the outlet's menu.
 */
export function useChooseAddress() {
  const { menu, paths } = useSite();
  const { basketStore } = useSite();
  const { basket } = useBasket();
  const switchPlace = useSwitchPlace();
  return (address: SavedAddress, onSwitch?: () => void) => {
    const area = menu.areas.get(address.deliveryAreaId);
    const outlet = (area && menu.outlets.get(area.outletId)) ?? null;
    switchPlace({
      place: { orderingMode: 'Delivery', outlet, address: withMetres(menu, address) },
      onSwitch: onSwitch ?? (() => continueOrdering(outlet?.name)),
      onKeep: closeSheet,
    });
  };

  function continueOrdering(outletName: string | undefined): void {
    const isOrdering = [paths.basket(), paths.checkout()].includes(location.pathname);
    // The present page stays when the guest is ordering, or the menu of this outlet is open already.
    if (isOrdering || outletName === undefined || isMenuOpen(outletName)) closeSheet();
    else goTo(paths.outlet('delivery', outletName));
  }

  function isMenuOpen(outletName: string): boolean {
    return (
      location.pathname === paths.outlet('delivery', outletName) &&
      basketStore.get().item === null &&
      basket.orderingMode === 'Delivery'
    );
  }
}
