import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { DeliveryId } from '#contract/base/ids.ts';
import type { Sample } from './sample-input.ts';

/** The part of `sampleInput` about drivers. */
export const sampleDeliveryInput = {
  'GET /delivery/get-drivers': () => ({}),
  'POST /delivery/add-driver': ({ canary, outletId }) => ({
    body: { name: `Rider ${canary}`, phone: '+971501112233', outletIds: [outletId] },
  }),
  'POST /delivery/update-driver/:id': ({ driverId }) => ({ params: { id: driverId }, body: { name: 'Bilal' } }),
  'POST /delivery/new-driver-link/:id': ({ driverId }) => ({ params: { id: driverId } }),
  'DELETE /delivery/remove-driver/:id': ({ driverId }) => ({ params: { id: driverId } }),
  'POST /delivery/assign-order': ({ orderId, driverId }) => ({ body: { orderId, driverId } }),
  'GET /delivery/get-photo/:id': ({ orderId }) => ({ params: { id: orderId as string as DeliveryId } }),
  'POST /delivery/signin-driver': () => ({ body: { link: 'a link that nobody has', code: '123456' } }),
  'POST /delivery/signout-driver': () => ({}),
  'GET /delivery/get-run': () => ({}),
  'POST /delivery/take-order': ({ orderId }) => ({ body: { orderId } }),
  'POST /delivery/give-back-order': ({ orderId }) => ({ body: { orderId } }),
  'POST /delivery/sort-run': ({ orderId }) => ({ body: { orderIds: [orderId] } }),
  'POST /delivery/leave-outlet': () => ({}),
  'POST /delivery/hand-over': ({ orderId }) => ({ form: { orderId, name: 'Sara' } }),
  'GET /delivery/get-couriers': () => ({}),
  // An address that nobody is called at.
  'POST /delivery/connect-courier': ({ canary, outletId }) => ({
    body: {
      name: `Couriers ${canary}`,
      apiUrl: 'https://10.0.0.1/couriers',
      merchantId: 'harbour-1',
      clientId: 'harbour',
      clientSecret: 'a secret of the company',
      outletIds: [outletId],
      takesMoney: true,
    },
  }),
  'POST /delivery/update-courier/:id': ({ companyId }) => ({ params: { id: companyId }, body: { takesMoney: false } }),
  'DELETE /delivery/remove-courier/:id': ({ companyId }) => ({ params: { id: companyId } }),
  'POST /delivery/quote-courier': ({ orderId, companyId }) => ({ body: { orderId, companyId } }),
  'POST /delivery/send-with-courier': ({ orderId, companyId }) => ({ body: { orderId, companyId, fee: 12 } }),
  'POST /delivery/open-shift': () => ({ body: { float: 20 } }),
  'POST /delivery/close-shift': () => ({ body: { counted: 20 } }),
  'GET /delivery/get-shifts': () => ({}),
  'POST /delivery/settle-shift/:id': ({ shiftId }) => ({ params: { id: shiftId }, body: { counted: 20 } }),
  'POST /delivery/report-position': () => ({ body: { latitude: 25.2, longitude: 55.27 } }),
  'GET /delivery/track-order/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'POST /delivery/fail-order': ({ orderId }) => ({ body: { orderId, reason: 'nobody_there' } }),
} satisfies { [R in Route]?: (sample: Sample) => CallInput<R> };
