/** Whether the place of a basket says all that an order needs; loaded with the screens that ask. */
import type { SavedAddress } from '../basket/stored-basket.ts';
import type { Place } from './place.ts';

/** Whether the guest has yet to say where the order goes. */
export function isPlaceMissing({ mode, outlet, area, table }: Place): boolean {
  return outlet === null || (mode === 'delivery' && area === null) || (mode === 'dine-in' && table === null);
}

/** An address that the kitchen can deliver to. */
export function isAddressComplete(address: SavedAddress | null): boolean {
  return address !== null && address.floor.trim() !== '';
}
