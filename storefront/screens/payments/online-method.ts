import type { PaymentMethod } from '#contract/base/enumerations.ts';
import type { Menu } from '../../state/menu.ts';
import type { Place } from '../../state/place.ts';

/** The online payment of the mode, where the restaurant has connected a gateway; guests at tables pay there. */
export function onlineMethodOf(
  { catalogue: { restaurant } }: { catalogue: { restaurant: Pick<Menu['catalogue']['restaurant'], 'onlinePayment'> } },
  { mode }: Pick<Place, 'mode'>,
): PaymentMethod | null {
  return restaurant.onlinePayment === undefined || mode === 'dine-in' ? null : `online on ${mode}`;
}

export function isOnline(method: PaymentMethod): boolean {
  return method.startsWith('online ');
}
