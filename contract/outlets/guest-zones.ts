/** The zones of outlets as guests' pages and the server compare them: with the pin and the state of their outlet. Pure. */
import type { Zone } from './choose-zone.ts';
import type { DeliveryArea } from './delivery-areas.ts';
import type { Pin } from './zone-fee.ts';

interface ZoneOutlet {
  address: { latitude?: number | null; longitude?: number | null } | null;
  modes: { delivery: { acceptsOrders: boolean } };
}

export type GuestZone = Zone & Omit<DeliveryArea, 'shape'>;

/** `outlet` undefined: it is not on the menu, so nobody delivers from it. */
export function guestZone({ shape, ...area }: DeliveryArea, outlet: ZoneOutlet | undefined): GuestZone {
  return {
    ...area,
    shape: shape ?? null,
    isOpen: outlet?.modes.delivery.acceptsOrders ?? false,
    kitchen: pinOf(outlet?.address),
  };
}

/** Null where the outlet has no pin. */
export function pinOf(address: ZoneOutlet['address'] | undefined): Pin | null {
  const { latitude = null, longitude = null } = address ?? {};
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
