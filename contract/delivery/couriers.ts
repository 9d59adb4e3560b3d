/** Courier companies: connected by the owner, asked for a price, and sent with an order (decision 102). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf, idParams, line, price } from '../base/fields.ts';
import type { CourierCompanyId, OrderId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { courierLimits } from './courier-limits.ts';
import { Order } from '../ordering/orders.ts';

/**
 * `outletIds` null means all outlets. `merchantId` is the restaurant at the company. `takesMoney`: its couriers take cash and cards at the
 * door. `notifyUrl` is where the company posts its notifications. The secret is in no answer.
 */
export const CourierCompany = z.object({
  _id: idOf<CourierCompanyId>(),
  name: z.string(),
  apiUrl: z.string(),
  merchantId: z.string(),
  clientId: z.string(),
  outletIds: z.array(idOf<OutletId>()).nullable(),
  takesMoney: z.boolean(),
  notifyUrl: z.string(),
});
export type CourierCompany = z.infer<typeof CourierCompany>;

const terms = {
  name: line(limits.name),
  outletIds: z.array(idOf<OutletId>()).min(1).max(limits.outletsMax).nullable(),
  takesMoney: z.boolean(),
};

export const listCouriers = endpoint({
  summary: 'The courier companies of the restaurant.',
  callers: merchant,
  answer: z.object({ companies: z.array(CourierCompany) }),
  errors: [],
});

/** The company is asked whether it accepts the keys. */
export const connectCourier = endpoint({
  summary: 'Connect a courier company that speaks Open Delivery’s logistics calls.',
  callers: ['owner'],
  isRestaurantWide: true,
  body: z.object({
    ...terms,
    apiUrl: line(courierLimits.urlMax),
    merchantId: line(limits.name),
    clientId: line(limits.gatewayKey),
    clientSecret: line(limits.gatewayKey),
  }),
  answer: done.extend({ company: CourierCompany }),
  errors: [
    'request.not_found',
    'courier.keys_refused',
    'courier.not_reached',
    'courier.address_not_possible',
    'courier.too_many',
  ],
});

export const updateCourier = endpoint({
  summary: 'Change the name, the outlets and the terms of a courier company.',
  callers: ['owner'],
  isRestaurantWide: true,
  params: idParams<CourierCompanyId>(),
  body: z.object(terms).partial(),
  answer: done.extend({ company: CourierCompany }),
  errors: ['request.not_found'],
});

export const removeCourier = endpoint({
  summary: 'Remove a courier company that has no order. Its keys are forgotten; past deliveries keep the name.',
  callers: ['owner'],
  isRestaurantWide: true,
  params: idParams<CourierCompanyId>(),
  answer: done,
  errors: ['request.not_found', 'courier.is_out'],
});

const trip = z.object({ orderId: idOf<OrderId>(), companyId: idOf<CourierCompanyId>() });
const tripErrors = [
  'order.not_found',
  'request.not_found',
  'delivery.taken',
  'delivery.not_deliverable',
  'courier.not_here',
  'courier.not_reached',
  'courier.keys_refused',
  'courier.no_address',
  'courier.takes_no_money',
] as const;

/** Null where the company does not say. */
const quote = { fee: price.nullable(), minutes: z.int().nullable() };

export const quoteCourier = endpoint({
  summary: 'What a courier of the company costs for an order, and how long it takes to the door.',
  callers: merchant,
  body: trip,
  answer: z.object(quote),
  errors: tripErrors,
});

/**
 * `fee` is the price that the person has seen. Sent again while this company has the order, nothing changes; of two people who send, one
 * courier comes.
 */
export const sendWithCourier = endpoint({
  summary: 'Send an order with a courier of the company.',
  callers: merchant,
  isUrgent: true,
  body: trip.extend({ fee: quote.fee }),
  answer: z.object({ order: Order }),
  errors: [...tripErrors, 'courier.price_changed'],
});
