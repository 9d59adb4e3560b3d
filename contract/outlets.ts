/** Outlets, their ordering modes and delivery areas (core-setup 3 and 7; order-operations 3 and 7; decisions 22 and 23). */
import * as z from 'zod';
import { endpoint, merchant } from './endpoint.ts';
import { idOf, idParams, mode, openingHours, price } from './fields.ts';
import type { DeliveryAreaId, OutletId } from './ids.ts';

/** `cash` and `cardMachine` are the pickup values under their other names (decision 22). */
export const PaymentMethod = z.object({
  cashOnDelivery: z.boolean(),
  cardOnDelivery: z.boolean(),
  cash: z.boolean(),
  cardMachine: z.boolean(),
});

export const OrderingMode = z.object({
  mode,
  acceptsOrders: z.boolean(),
  preparationTime: z.int(),
  deliveryTime: z.int(),
  paymentMethod: z.object({ cashOnDelivery: z.boolean(), cardOnDelivery: z.boolean() }),
  openingHours,
});
export type OrderingMode = z.infer<typeof OrderingMode>;

/** `email` and `alertCalls` are for the people of the restaurant only. `image` and `coverImage` are paths of one picture, 640 and 1200 wide. */
export const Outlet = z.object({
  _id: idOf<OutletId>(),
  name: z.string(),
  image: z.string().nullable(),
  coverImage: z.string().nullable(),
  timeZone: z.string(),
  email: z.string().optional(),
  phone: z.string(),
  status: z.boolean(),
  pickup: z.boolean(),
  delivery: z.boolean(),
  orderingMode: z.object({ delivery: z.boolean(), pickup: z.boolean() }),
  paymentMethod: PaymentMethod,
  preparationTime: z.int(),
  deliveryTime: z.int(),
  openingHours,
  orderingSchedule: z.object({ sameDate: z.boolean(), nextDate: z.boolean() }),
  taxDetails: z.object({ taxRate: z.number(), taxInclusive: z.boolean() }),
  alertCalls: z.boolean().optional(),
  address: z
    .object({
      location: z.string(),
      area: z.string(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .nullable(),
  modes: z.array(OrderingMode),
});
export type Outlet = z.infer<typeof Outlet>;

export const DeliveryArea = z.object({
  _id: idOf<DeliveryAreaId>(),
  outletId: idOf<OutletId>(),
  areaName: z.string(),
  minBasketValue: price,
  deliveryFee: price,
});
export type DeliveryArea = z.infer<typeof DeliveryArea>;

const readers = [...merchant, 'site', 'customer'] as const;

export const listOutlets = endpoint({
  summary: 'All outlets; active ones only for a site or a guest.',
  callers: readers,
  answer: z.object({ outlets: z.array(Outlet) }),
  errors: [],
});

/** `outlets` is the one outlet: the documents read it under that name (decision 3). */
export const getOutlet = endpoint({
  summary: 'One outlet.',
  callers: readers,
  params: idParams<OutletId>(),
  answer: z.object({ outlets: Outlet, outlet: Outlet }),
  errors: ['request.not_found'],
});

export const updateOutlet = endpoint({
  summary: 'Change an outlet: its status, and whether it takes delivery and pickup orders.',
  callers: merchant,
  params: idParams<OutletId>(),
  form: z.object({ status: z.boolean().optional(), delivery: z.boolean().optional(), pickup: z.boolean().optional() }),
  answer: z.object({ outlet: Outlet, outlets: Outlet, success: z.literal(true), msg: z.string() }),
  errors: ['request.not_found'],
});

export const listDeliveryAreas = endpoint({
  summary: 'The delivery areas of an outlet.',
  callers: readers,
  params: idParams<OutletId>(),
  answer: z.object({ deliveryAreas: z.array(DeliveryArea) }),
  errors: ['request.not_found'],
});

export const getDeliveryArea = endpoint({
  summary: 'One delivery area.',
  callers: readers,
  params: idParams<DeliveryAreaId>(),
  answer: z.object({ deliveryArea: DeliveryArea }),
  errors: ['request.not_found'],
});
