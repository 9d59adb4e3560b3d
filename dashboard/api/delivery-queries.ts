/** Queries about drivers, couriers and where an outlet delivers; they belong to `queries`. */
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import type { DriverShift } from '#contract/delivery/driver-shift.ts';
import { client } from './api.ts';
import { readPages } from './read-pages.ts';

/** The beginning of the keys of the shifts. */
export const driverShiftsKey = ['driver shifts'] as const;

export const deliveryQueries = {
  /** With what each has now. */
  drivers: () =>
    queryOptions({
      queryKey: ['drivers'],
      queryFn: async ({ signal }) => (await client.call('GET /delivery/get-drivers', { signal })).drivers,
      staleTime: 0,
    }),

  couriers: () =>
    queryOptions({
      queryKey: ['couriers'],
      queryFn: async ({ signal }) => (await client.call('GET /delivery/get-couriers', { signal })).companies,
    }),

  /** `pages` of the list together, so that it is refreshed as one. */
  driverShifts: (pages: number) =>
    queryOptions({
      queryKey: [...driverShiftsKey, pages],
      queryFn: ({ signal }) =>
        readPages(pages, async (last: DriverShift | undefined) => {
          const query = last === undefined ? {} : { before: last._id };
          return (await client.call('GET /delivery/get-shifts', { query, signal })).shifts;
        }),
      staleTime: 0,
    }),

  deliveryAreas: (outletId: OutletId) =>
    queryOptions({
      queryKey: ['outlets', outletId, 'areas'],
      queryFn: async ({ signal }) => {
        const params = { id: outletId };
        return (await client.call('GET /outlet/get-all-delivery-areas/:id', { params, signal })).deliveryAreas;
      },
    }),

  deliveryArea: (areaId: DeliveryAreaId) =>
    queryOptions({
      queryKey: ['outlets', 'area', areaId],
      queryFn: async ({ signal }) => {
        const params = { id: areaId };
        return (await client.call('GET /outlet/get-delivery-area/:id', { params, signal })).deliveryArea;
      },
    }),
};
