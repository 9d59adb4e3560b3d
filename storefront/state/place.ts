/** Where and how the basket is to be handed over, read from the stored basket and checked against the present menu. */
import type { CatalogueArea, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import { preparationStart, slotLeadMinutes } from '#contract/ordering/scheduled-order.ts';
import { type StoredBasket, modePathOf, type SavedAddress } from '../basket/stored-basket.ts';
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
  const outlet = basket.outlet === null ? null : (menu.outlets.get(basket.outlet._id) ?? null);
  const area =
    mode === 'delivery' && basket.address !== null ? menu.areas.get(basket.address.deliveryAreaId) : undefined;
  return {
    mode,
    outlet,
    area: area !== undefined && area.outletId === outlet?._id ? area : null,
    table: mode === 'dine-in' ? basket.table : null,
    startsAt: kitchenStart(basket, mode, outlet),
  };
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

/** Whether the guest has yet to say where the order goes. */
export function isPlaceMissing({ mode, outlet, area, table }: Place): boolean {
  return outlet === null || (mode === 'delivery' && area === null) || (mode === 'dine-in' && table === null);
}

/** An address that the kitchen can deliver to. */
export function isAddressComplete(address: SavedAddress | null): boolean {
  return address !== null && address.floor.trim() !== '';
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
