/** The address of a basket in the zone that delivers to it, which the owner may have drawn anew since the guest chose it. Pure. */
import type { Quote } from '#contract/ordering/orders.ts';
import type { Menu } from '../state/menu.ts';
import type { SavedAddress, StoredBasket } from './stored-basket.ts';

/** Null where the basket names that zone already, or the menu does not know it yet. */
export function deliveredAddress(
  menu: Menu,
  { address, orderingMode }: StoredBasket,
  { deliveryAreaId }: Pick<Quote, 'deliveryAreaId'>,
): SavedAddress | null {
  const area = deliveryAreaId === null ? undefined : menu.areas.get(deliveryAreaId);
  if (area === undefined || address === null || orderingMode !== 'Delivery') return null;
  return area._id === address.deliveryAreaId ? null : { ...address, deliveryAreaId: area._id, areaName: area.areaName };
}
