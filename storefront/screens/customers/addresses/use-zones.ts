/** The zones of the restaurant, and the map and the address search of the installation, for whoever sets an address. */
import { useEffect, useState } from 'react';
import type { CallAnswer } from '#contract/base/client.ts';
import { chooseZone, nearestZone } from '#contract/outlets/choose-zone.ts';
import { type GuestZone, guestZone } from '#contract/outlets/guest-zones.ts';
import type { CatalogueArea } from '#contract/outlets/delivery-areas.ts';
import type { Door } from '#contract/outlets/zone-shape.ts';
import type { Menu } from '../../../state/menu.ts';
import { useSite } from '../../../site.tsx';

type MapSettings = CallAnswer<'GET /geocoding/settings'>;

/** Where an address leads. 'unsure': an area that guests choose by its name, or that has postcodes, may be there. */
export type ZoneAnswer =
  | { kind: 'zone'; zone: GuestZone }
  | { kind: 'unsure' }
  | { kind: 'nowhere'; nearest: { zone: GuestZone; metres: number } | null };

/** `zones` is null while they are read, and where they cannot be. */
export function useZones() {
  const { menu, call } = useSite();
  const [zones, setZones] = useState<readonly GuestZone[] | null>(null);
  const [settings, setSettings] = useState<MapSettings | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // Without an answer there is neither map nor search, as where none is configured.
    call('GET /geocoding/settings', { signal }).then(setSettings, () => undefined);
    const outletIds = [...new Set(zonesIn(menu).map(({ outletId }) => outletId))];
    const read = outletIds.map((id) => call('GET /outlet/get-all-delivery-areas/:id', { params: { id }, signal }));
    Promise.all(read).then(
      (answers) => {
        setFailed(false);
        setZones(
          answers.flatMap(({ deliveryAreas }) =>
            deliveryAreas.map((area) => guestZone(area, menu.outlets.get(area.outletId))),
          ),
        );
      },
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another try reads again
  }, [menu, call, tries]);

  function answer(destination: Door): ZoneAnswer {
    const zone = chooseZone(zones ?? [], destination);
    if (zone !== null) return { kind: 'zone', zone };
    const open = menu.catalogue.deliveryAreas.filter(({ outletId }) => isServed(menu, outletId));
    const isUnsure = open.some(
      ({ zone: kind }) => kind === undefined || (kind === 'postcodes' ? !destination.postcode : !destination.position),
    );
    if (isUnsure || zones === null) return { kind: 'unsure' };
    return { kind: 'nowhere', nearest: destination.position ? nearestZone(zones, destination.position) : null };
  }

  return { settings, isReady: zones !== null, hasFailed, retry: () => setTries((before) => before + 1), answer };
}

/** Zones of outlets that deliver at present. */
export function zonesIn(menu: Menu): CatalogueArea[] {
  return menu.catalogue.deliveryAreas.filter(({ zone, outletId }) => zone !== undefined && isServed(menu, outletId));
}

function isServed(menu: Menu, outletId: GuestZone['outletId']): boolean {
  return menu.outlets.get(outletId)?.modes.delivery.acceptsOrders ?? false;
}
