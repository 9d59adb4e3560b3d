/** The way from the kitchen to a pin, by which some areas have their fee. */
import { pinOf } from '#contract/outlets/guest-zones.ts';
import { metresBetween } from '#contract/outlets/zone-fee.ts';
import type { SavedAddress } from '../../../basket/stored-basket.ts';
import type { Menu } from '../../../state/menu.ts';

/** The address with its way, where both pins are set. */
export function withMetres(menu: Menu, { metres: _, ...address }: SavedAddress): SavedAddress {
  const area = menu.areas.get(address.deliveryAreaId);
  const kitchen = pinOf(area && menu.outlets.get(area.outletId)?.address);
  if (kitchen === null || address.position === undefined) return address;
  return { ...address, metres: metresBetween(kitchen, address.position) };
}
