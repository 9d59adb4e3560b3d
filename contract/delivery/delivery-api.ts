/** The endpoints of drivers and of what they take out; part of api.ts. */
import * as couriers from './couriers.ts';
import * as deliveries from './deliveries.ts';
import * as drivers from './drivers.ts';
import * as shifts from './shifts.ts';
import * as tracking from './tracking.ts';

export const deliveryApi = {
  'GET /delivery/get-drivers': drivers.listDrivers,
  'POST /delivery/add-driver': drivers.addDriver,
  'POST /delivery/update-driver/:id': drivers.updateDriver,
  'POST /delivery/new-driver-link/:id': drivers.newDriverLink,
  'DELETE /delivery/remove-driver/:id': drivers.removeDriver,
  'POST /delivery/assign-order': drivers.assignOrder,
  'GET /delivery/get-photo/:id': drivers.getPhoto,
  'POST /delivery/signin-driver': deliveries.signInDriver,
  'POST /delivery/signout-driver': deliveries.signOutDriver,
  'GET /delivery/get-run': deliveries.getRun,
  'POST /delivery/take-order': deliveries.takeOrder,
  'POST /delivery/give-back-order': deliveries.giveBackOrder,
  'POST /delivery/sort-run': deliveries.sortRun,
  'POST /delivery/leave-outlet': deliveries.leaveOutlet,
  'POST /delivery/hand-over': deliveries.handOver,
  'POST /delivery/fail-order': deliveries.failOrder,
  'GET /delivery/get-couriers': couriers.listCouriers,
  'POST /delivery/connect-courier': couriers.connectCourier,
  'POST /delivery/update-courier/:id': couriers.updateCourier,
  'DELETE /delivery/remove-courier/:id': couriers.removeCourier,
  'POST /delivery/quote-courier': couriers.quoteCourier,
  'POST /delivery/send-with-courier': couriers.sendWithCourier,
  'POST /delivery/open-shift': shifts.openShift,
  'POST /delivery/close-shift': shifts.closeShift,
  'GET /delivery/get-shifts': shifts.listShifts,
  'POST /delivery/settle-shift/:id': shifts.settleShift,
  'POST /delivery/report-position': tracking.reportPosition,
  'GET /delivery/track-order/:id': tracking.trackOrder,
} as const;
