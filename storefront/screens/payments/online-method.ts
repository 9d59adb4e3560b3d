import type { MinorUnits } from '#contract/base/money.ts';
import type { PaymentMethod } from '#contract/base/enumerations.ts';
import type { Menu } from '../../state/menu.ts';
import type { Place } from '../../state/place.ts';

/** The online payment of the mode, where the restaurant has connected a gateway and the outlet takes it; guests at tables pay there. */
export function onlineMethodOf(
  { catalogue: { restaurant } }: { catalogue: { restaurant: Pick<Menu['catalogue']['restaurant'], 'onlinePayment'> } },
  { mode, outlet }: Pick<Place, 'mode' | 'outlet'>,
): PaymentMethod | null {
  return restaurant.onlinePayment === undefined || mode === 'dine-in' || outlet?.modes[mode]?.takesOnline === false
    ? null
    : `online on ${mode}`;
}

/** The method that the order is sent with. Nothing can be paid for an order that costs nothing, so it takes one of the door. */
export function methodToSend(
  chosen: PaymentMethod | '',
  atDoor: readonly PaymentMethod[],
  total: MinorUnits,
): PaymentMethod | '' {
  return total > 0 || atDoor.some((method) => method === chosen) ? chosen : (atDoor[0] ?? '');
}

export function isOnline(method: PaymentMethod): boolean {
  return method.startsWith('online ');
}
