import type { Language } from '#contract/base/enumerations.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { areaName, outletName } from '../../../language/in-language.ts';
import type { Menu } from '../../../state/menu.ts';

/** The outlet in the guest's language; one that is no more has the name of then. */
export function outletOfOrder(menu: Menu, { outletId, outlet }: Order, language: Language): string {
  const present = menu.outlets.get(outletId);
  return present === undefined ? outlet.name : outletName(present, language);
}

/** The address with its area in the guest's language, where the address is the area's name, or ends with it. */
export function addressIn<Address extends { location: string }>(
  menu: Menu,
  { deliveryAreaId, address }: { deliveryAreaId: Order['deliveryAreaId']; address: Address },
  language: Language,
): Address {
  const area = deliveryAreaId === null ? undefined : menu.areas.get(deliveryAreaId);
  if (area === undefined || !`, ${address.location}`.endsWith(`, ${area.areaName}`)) return address;
  const street = address.location.slice(0, -area.areaName.length);
  return { ...address, location: street + areaName(area, language) };
}
