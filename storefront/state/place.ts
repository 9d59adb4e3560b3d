/** Where and how the basket is to be handed over, read from the stored basket and checked against the present menu. */
import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { CatalogueArea } from '#contract/outlets/delivery-areas.ts';
import { preparationStart, slotLeadMinutes } from '#contract/ordering/scheduled-order.ts';
import { type StoredBasket, modePathOf } from '../basket/stored-basket.ts';
import type { Menu } from './menu.ts';
import type { ModePath } from '../routing/paths.ts';
import type { ScannedTable } from './table.ts';

export interface Place {
  mode: ModePath;
  /** null: not chosen, or no longer there. */
  outlet: CatalogueOutlet | null;
  /** Only for delivery. */
  area: CatalogueArea | null;
  /** Only for dine-in. */
  table: ScannedTable | null;
  /** When the kitchen begins, of an order for later; null: now. */
  startsAt: Date | null;
}

export function placeOf(menu: Menu, basket: StoredBasket): Place {
  const mode = modePathOf(basket.orderingMode);
  const chosen = basket.outlet === null ? null : (menu.outlets.get(basket.outlet._id) ?? null);
  const found = areaOf(menu, basket);
  const area = found?.outletId === chosen?._id ? found : null;
  const outlet = chosen && withMinutes(chosen, area);
  return {
    mode,
    outlet,
    area,
    table: mode === 'dine-in' ? basket.table : null,
    startsAt: kitchenStart(basket, mode, outlet),
  };
}

/** The area of a delivery, with its fee at the door: `feeAt` of the contract, without what the first load has no need of. No way is known without a pin. */
function areaOf(menu: Menu, { address, orderingMode }: StoredBasket): CatalogueArea | null {
  const area = address === null || orderingMode !== 'Delivery' ? undefined : menu.areas.get(address.deliveryAreaId);
  const tier = area?.feeTiers?.find(({ upTo }) => address!.metres! <= upTo);
  return tier ? { ...area!, deliveryFee: tier.fee } : (area ?? null);
}

/** The outlet as the area is served by it: an area may have minutes of its own. */
export function withMinutes(outlet: CatalogueOutlet, area: CatalogueArea | null): CatalogueOutlet {
  const { modes } = outlet;
  const { delivery } = modes;
  const deliveryTime = area?.deliveryTime && Math.max(area.deliveryTime, delivery.preparationTime);
  return deliveryTime ? { ...outlet, modes: { ...modes, delivery: { ...delivery, deliveryTime } } } : outlet;
}

/** When the kitchen begins with what is ordered for the time that the guest chose; null: now. */
export function kitchenStart(
  { orderDate }: Pick<StoredBasket, 'orderDate'>,
  mode: ModePath,
  outlet: CatalogueOutlet | null,
): Date | null {
  const terms = mode === 'dine-in' ? undefined : outlet?.modes[mode];
  if (orderDate === null || terms === undefined) return null;
  const slot = new Date(orderDate);
  return preparationStart(slot, slotLeadMinutes(mode, terms, slot));
}

/** The outlet that the basket falls on when only the mode is chosen: the present one, the address's, or the only one. */
export function outletForMode(menu: Menu, basket: StoredBasket, mode: ModePath): CatalogueOutlet | null {
  if (mode === 'delivery') {
    const area = basket.address === null ? undefined : menu.areas.get(basket.address.deliveryAreaId);
    return (area && menu.outlets.get(area.outletId)) ?? null;
  }
  const present = basket.outlet === null ? undefined : menu.outlets.get(basket.outlet._id);
  if (mode === 'dine-in') return present ?? null;
  if (present?.modes.pickup.acceptsOrders) return present;
  const offering = menu.catalogue.outlets.filter((outlet) => outlet.modes.pickup.acceptsOrders);
  return offering.length === 1 ? offering[0]! : null;
}
