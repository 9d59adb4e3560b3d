import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type {
  CustomerId,
  NoteId,
  DeviceId,
  PushDeviceId,
  DiningAreaId,
  DriverId,
  InvitationId,
  JobId,
  MenuImportId,
  OfferId,
  OrderId,
  PrinterId,
  SessionId,
  CourierCompanyId,
  ShiftId,
  TableSessionId,
  ServiceRequestId,
  TableId,
  UserId,
} from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { TestApp } from '../servers/app.ts';
import { deliveryOrder, largeBurger } from './orders.ts';
import { makeUnsent } from './messages.ts';
import { sampleSubscription } from './sample-subscription.ts';
import { sampleAccountInput } from './sample-account-input.ts';
import { makeCompany } from './couriers.ts';
import { makeDriver, makeShift } from './drivers.ts';
import { sampleDeliveryInput } from './sample-delivery-input.ts';
import { sampleDiningInput, sampleParticipantKey } from './sample-dining-input.ts';
import { sampleCustomerInput } from './sample-customer-input.ts';
import { sampleOffer, sampleOfferInput } from './sample-offer-input.ts';
import { samplePaymentInput } from './sample-payment-input.ts';
import { sampleMenuInput } from './sample-menu-input.ts';
import { makeCustomer, makeOwner, makeRestaurant, ownersPassword, type TestRestaurant } from './restaurant.ts';

/** Everything that sample calls need: a restaurant, one of its orders, and a staff member's session. */
export interface Sample extends TestRestaurant {
  orderId: OrderId;
  /** The guest of the order, and a note about them. */
  customerId: CustomerId;
  noteId: NoteId;
  offerId: OfferId;
  driverId: DriverId;
  shiftId: ShiftId;
  companyId: CourierCompanyId;
  sessionId: SessionId;
  importId: MenuImportId;
  printerId: PrinterId;
  invitationId: InvitationId;
  colleagueId: UserId;
  /** A message that was given up. */
  unsentId: JobId;
  deviceId: DeviceId;
  pushDeviceId: PushDeviceId;
  tableId: TableId;
  serviceRequestId: ServiceRequestId;
  /** The table session of the table, with one participant. */
  tableSessionId: TableSessionId;
  diningAreaId: DiningAreaId;
  /** The end of the address in its QR code. */
  tableCode: string;
}

/** A restaurant with an owner, a guest's order, an imported dish, and a printer. */
export async function makeSample({ db, call }: TestApp): Promise<Sample> {
  const made = await makeRestaurant(db);
  const guest = await makeCustomer(db, made.id);
  const { order } = await call('POST /order/create-order', { body: basket(made) }, guest.token);
  const { token } = await makeOwner(db, made.id);
  const { notes } = await call(
    'POST /customer/add-note/:id',
    { params: { id: guest.customerId }, body: { text: `Table ${made.canary}` } },
    token,
  );
  const { offer } = await call('POST /offer/add-offer', { body: sampleOffer(made.canary) }, token);
  const { sessions } = await call('GET /auth/sessions', {}, token);
  const file = new Blob(['category,name,price\nSauces,Dip,3.00\n']);
  const imported = await call('POST /menu/import', { form: { menuId: made.menuId }, files: { file } }, token);
  const { printer } = await call(
    'POST /printing/add-printer',
    { body: { outletId: made.outletId, name: `Pass ${made.canary}`, kind: 'cloudprnt' } },
    token,
  );
  const { invitation } = await call(
    'POST /staff/invite',
    { body: { email: `${made.canary}@example.test`, role: 'staff' } },
    token,
  );
  const colleague = await makeOwner(db, made.id, 'staff');
  const body = {
    tab: 'tabofthesample',
    name: `Till ${made.canary}`,
    sound: 'on',
    isVisible: true,
    isConnected: true,
  } as const;
  const { deviceId } = await call('POST /device/heartbeat', { body }, token);
  await call('POST /device/allow-push', { body: { ...sampleSubscription(made.canary), deviceId } }, token);
  const pushed = await call('GET /device/push-devices', {}, token);
  const { outletId: id } = made;
  const { area } = await call(
    'POST /dining/update-area/:id',
    { params: { id }, body: { name: `Terrace ${made.canary}` } },
    token,
  );
  const named = { names: [`Table ${made.canary}`], areaId: area._id };
  const { tables } = await call('POST /dining/add-tables/:id', { params: { id }, body: named }, token);
  const table = tables[0]!.address.split('/').at(-1)!;
  await call('POST /dining/request-service', { body: { table, kind: 'bill' } }, made.siteToken);
  const { tableSession } = await call(
    'POST /dining/join-table-session',
    { body: { table, participantKey: sampleParticipantKey } },
    made.siteToken,
  );
  const driver = await makeDriver(db, made.id, { name: `Driver ${made.canary}` });
  const { serviceRequests } = await call('GET /dining/get-service-requests', {}, token);
  return {
    ...made,
    orderId: order._id,
    customerId: guest.customerId,
    noteId: notes[0]!._id,
    offerId: offer._id,
    driverId: driver.driverId,
    shiftId: await makeShift(db, made.id, driver),
    companyId: await makeCompany(db, made.id, { apiUrl: 'https://10.0.0.1/couriers' }),
    sessionId: sessions[0]!._id,
    importId: imported.import!._id,
    printerId: printer._id,
    invitationId: invitation._id,
    colleagueId: colleague.userId,
    unsentId: await makeUnsent(db, made),
    deviceId,
    pushDeviceId: pushed.devices[0]!._id,
    tableId: tables[0]!._id,
    serviceRequestId: serviceRequests[0]!._id,
    tableSessionId: tableSession._id,
    diningAreaId: area._id,
    tableCode: tables[0]!.address.split('/').at(-1)!,
  };
}

/** A valid call of each endpoint in this restaurant. An endpoint without a row does not compile (R22). */
const unknownHandOver = { handOver: 'nothing was left under this', collector: 'somebody who collects' };

export const sampleInput: { [R in Route]: (sample: Sample) => CallInput<R> } = {
  ...sampleAccountInput,
  ...sampleCustomerInput,
  ...sampleOfferInput,
  ...sampleDeliveryInput,
  ...sampleDiningInput,

  'POST /restaurant/export': () => ({ body: { password: ownersPassword } }),
  'GET /restaurant/offboarding': () => ({}),
  // Wrong on purpose, because the restaurant would be closed for the calls after it.
  'POST /restaurant/close': ({ name }) => ({ body: { name, password: 'not the current one' } }),
  'POST /restaurant/reopen': () => ({}),
  'GET /restaurant/get-branding': () => ({}),
  'POST /restaurant/update-branding': () => ({ form: { accent: '#0F766E', removeCover: true } }),
  'GET /restaurant/get-settings': () => ({}),
  'POST /restaurant/update-settings': () => ({ body: { name: 'Harbour Grill', chargeOptions: 'each' } }),
  // A slug that is free because it is unique to this restaurant.
  'POST /restaurant/update-slug': ({ canary }) => ({ body: { slug: `${canary}-new`, password: ownersPassword } }),

  'GET /restaurant/get-gateway': () => ({}),
  'POST /restaurant/connect-gateway': ({ canary }) => ({
    body: { kind: 'stripe', secretKey: `sk_test_${canary}`, password: ownersPassword },
  }),
  'POST /restaurant/disconnect-gateway': () => ({ body: { password: ownersPassword } }),
  'GET /restaurant/get-own-domain': () => ({}),
  'POST /restaurant/set-own-domain': ({ canary }) => ({
    body: { domain: `${canary}.example.org`, password: ownersPassword },
  }),
  'POST /restaurant/check-own-domain': () => ({ body: {} }),
  // Wrong on purpose, because the calls after it would find no domain.
  'POST /restaurant/remove-own-domain': () => ({ body: { password: 'not the current one' } }),

  'GET /site/:slug': ({ slug }) => ({ params: { slug } }),
  'POST /site/:slug/leave': ({ slug }) => ({ params: { slug }, body: { basket: '{}', session: null } }),
  'POST /site/:slug/arrive': ({ slug }) => ({ params: { slug }, body: unknownHandOver }),
  'POST /site/:slug/confirm-arrival': ({ slug }) => ({ params: { slug }, body: unknownHandOver }),
  'POST /site/:slug/has-arrived': ({ slug }) => ({ params: { slug }, body: { handOver: unknownHandOver.handOver } }),

  ...sampleMenuInput,

  'GET /outlet/get-all-outlet': () => ({}),
  'GET /outlet/get-outlet/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'POST /outlet/add-outlet': () => ({
    form: {
      name: 'Harbour',
      timeZone: 'Asia/Dubai',
      email: 'harbour@example.test',
      phone: '+971501234567',
      orderingSchedule: { sameDate: true, nextDate: false },
      taxDetails: { taxRate: 5, taxInclusive: true },
      alertCalls: false,
    },
  }),
  // A field that staff may change too.
  'PUT /outlet/update-outlet/:id': ({ outletId }) => ({ params: { id: outletId }, form: { pickup: true } }),
  'DELETE /outlet/delete-outlet/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { password: ownersPassword },
  }),
  'POST /outlet/restore-outlet/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'POST /outlet/clone-outlet/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'POST /outlet/update-ordering-modes/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { mode: 'pickup', delivery: true },
  }),
  'POST /outlet/pause-orders/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { mode: 'delivery', length: '15-minutes' },
  }),
  'POST /outlet/begin-busy/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { minutes: 20, length: '1-hour' },
  }),
  'POST /outlet/end-busy/:id': ({ outletId }) => ({ params: { id: outletId }, body: {} }),
  'GET /outlet/get-all-delivery-areas/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'GET /outlet/get-delivery-area/:id': ({ areaId }) => ({ params: { id: areaId } }),
  'POST /outlet/update-delivery-area/:id': ({ areaId }) => ({ params: { id: areaId }, body: { minBasketValue: 30 } }),
  'POST /outlet/import-delivery-areas/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { zones: [{ areaName: 'By post', shape: { kind: 'postcodes', postcodes: ['10115'] } }] },
  }),
  'DELETE /outlet/delete-deliver-area/:id': ({ areaId }) => ({ params: { id: areaId } }),
  'POST /outlet/restore-delivery-area/:id': ({ areaId }) => ({ params: { id: areaId } }),
  'GET /outlet/get-special-days/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'POST /outlet/update-special-day/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { startsOn: dayAhead(30), open: false, reason: 'Stocktaking' },
  }),
  'DELETE /outlet/delete-special-day/:id': ({ specialDayId }) => ({ params: { id: specialDayId } }),
  'POST /outlet/restore-special-day/:id': ({ specialDayId }) => ({ params: { id: specialDayId } }),

  'GET /outlet/get-escalation/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'POST /outlet/send-contact-code/:id': ({ outletId }) => ({ params: { id: outletId }, body: { kind: 'mail' } }),
  'POST /outlet/confirm-contact/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { kind: 'phone', code: '123456' },
  }),
  'POST /outlet/update-escalation/:id': ({ outletId }) => ({
    params: { id: outletId },
    body: { mailMinutes: 4, rejectMinutes: null },
  }),

  'GET /geocoding/settings': () => ({}),
  'GET /geocoding/find-address': () => ({ query: { q: 'Marina' } }),
  'GET /geocoding/search': () => ({ query: { q: 'Marina' } }),

  'POST /order/quote-order': (sample) => ({ body: basket(sample) }),
  'POST /order/create-order': (sample) => ({ body: basket(sample) }),
  'POST /order/begin-payment': (sample) => ({
    body: { order: { ...basket(sample), paymentMethod: 'online on delivery' } },
  }),
  ...samplePaymentInput,
  'POST /order/find-phone-guest': () => ({ body: { phone: '+971501112233' } }),
  'POST /order/quote-phone-order': (sample) => ({ body: basket(sample) }),
  'POST /order/place-phone-order': (sample) => ({ body: { ...basket(sample), phone: '+971501112233', name: 'Layla' } }),
  'GET /order/get-order-details/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'GET /order/get-receipt/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'GET /order/get-all-orders': () => ({ query: {} }),
  'POST /order/update-order-status': ({ orderId }) => ({ body: { orderId, status: 'Confirmed' } }),
  'POST /order/change-time': ({ orderId }) => ({ body: { orderId, preparationTime: 30 } }),
  'POST /order/cancel-own-order': ({ orderId }) => ({ body: { orderId } }),
  'POST /order/preview-change': ({ orderId }) => ({ body: { orderId, lines: [{ lineNumber: 1, quantity: 2 }] } }),
  'POST /order/propose-change': ({ orderId }) => ({ body: { orderId, lines: [{ lineNumber: 1, quantity: 2 }] } }),
  'POST /order/answer-change': ({ orderId }) => ({ body: { orderId, number: 1, isAccepted: true } }),
  'POST /order/withdraw-change': ({ orderId }) => ({ body: { orderId, number: 1 } }),
  'POST /order/report-problem': ({ orderId }) => ({ form: { orderId, kind: 'missing', wish: 'none' } }),
  'GET /order/get-problems': () => ({ query: {} }),
  'GET /order/count-problems': () => ({}),
  'GET /order/problem-photo/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'GET /order/answer-terms/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'POST /order/answer-problem': ({ orderId }) => ({
    body: { orderId, version: 1, answer: { kind: 'reply', note: 'Sorry' } },
  }),
  'POST /order/bump-lines': ({ orderId }) => ({ body: { orderId, lines: [1] } }),
  'POST /order/recall-lines': ({ orderId }) => ({ body: { orderId, lines: [1] } }),
  'GET /order/history': () => ({ query: { status: 'New', sort: '-total', size: 25 } }),
  'GET /order/guest-messages/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'GET /order/kitchen-load': () => ({}),
  'GET /order/guest-message-settings': () => ({}),
  'POST /order/switch-guest-message': () => ({ body: { event: 'ready', channel: 'sms', isOn: true } }),
  'GET /order/export-history': () => ({ query: { type: 'Delivery' } }),
  'GET /report/sales': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /report/items': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /report/service': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /report/problems': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /report/payouts': () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  'GET /report/payout': ({ orderId }) => ({ query: { account: orderId, payoutId: 'po_1' } }),
  'GET /report/export': () => ({ query: { from: '2026-01-01', to: '2026-12-31', table: 'days' } }),
  'POST /order/acknowledge-order': ({ orderId }) => ({ body: { orderId } }),
  'POST /order/place-test-order': ({ outletId }) => ({ body: { outletId } }),

  'POST /device/heartbeat': ({ deviceId, outletId }) => ({
    body: { deviceId, tab: 'tabofthesample', sound: 'on', isVisible: true, isConnected: true, outletIds: [outletId] },
  }),
  'POST /device/rename/:id': ({ deviceId }) => ({ params: { id: deviceId }, body: { name: 'Bar' } }),
  'GET /device/push-devices': () => ({}),
  'POST /device/allow-push': ({ canary, deviceId, outletId }) => ({
    body: { ...sampleSubscription(canary), deviceId, outletIds: [outletId] },
  }),
  'POST /device/keep-push': ({ canary, outletId }) => ({
    body: { endpoint: sampleSubscription(canary).endpoint, outletIds: [outletId] },
  }),
  'DELETE /device/remove-push-device/:id': ({ pushDeviceId }) => ({ params: { id: pushDeviceId } }),

  'GET /printing/get-printers': () => ({}),
  'POST /printing/add-printer': ({ outletId }) => ({ body: { outletId, name: 'Bar', kind: 'escpos', width: 32 } }),
  'POST /printing/update-printer/:id': ({ printerId, outletId }) => ({
    params: { id: printerId },
    body: { name: 'Grill', outletId },
  }),
  'POST /printing/new-address/:id': ({ printerId }) => ({ params: { id: printerId } }),
  'DELETE /printing/delete-printer/:id': ({ printerId }) => ({ params: { id: printerId } }),
  'POST /printing/restore-printer/:id': ({ printerId }) => ({ params: { id: printerId } }),
  'POST /printing/print-ticket': ({ orderId, printerId }) => ({ body: { orderId, printerId } }),
  'POST /printing/print-test/:id': ({ printerId }) => ({ params: { id: printerId } }),

  'GET /events': ({ orderId }) => ({ query: { orderId } }),
};

function dayAhead(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/**
 * Two burgers with options (43.75), another with options by list (25.75), and a water (5.50), delivered: tax of 5 % is
 * 3.75, the fee 5.00.
 */
function basket(made: TestRestaurant) {
  const { items, lists, modifiers } = made;
  const byList = {
    itemId: items.burger,
    quantity: 1,
    selections: [
      { modifierListId: lists.size, modifierIds: [modifiers.large] },
      { modifierListId: lists.extras, modifierIds: [modifiers.cheese] },
    ],
    note: 'x'.repeat(limits.lineNote),
  };
  return deliveryOrder(made, [largeBurger(made, 2), byList, { itemId: items.water, quantity: 1 }], 83.75);
}
