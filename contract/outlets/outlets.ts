/** Outlets, their ordering modes and delivery areas. */
import * as z from 'zod';
import { proof, proofErrors } from '../accounts/proof.ts';
import { imageErrors } from '../restaurants/image-errors.ts';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { busyLengths, busySteps, pauseLengths } from '../base/enumerations.ts';
import {
  confirmed,
  confirmedIfChanged,
  email,
  idOf,
  idParams,
  instant,
  line,
  mode,
  newOpeningHours,
  openingHours,
  translatedLines,
  translations,
} from '../base/fields.ts';
import type { OutletId } from '../base/ids.ts';
import { schemaProblem } from '../base/field-problems.ts';
import { limits } from '../base/limits.ts';
import { SpecialDay } from './special-days.ts';
import { listedTimeZone } from '../base/time-zones.ts';

/** `cash` and `cardMachine` are the specification's other names of the pickup values. */
const PaymentMethod = z.object({
  cashOnDelivery: z.boolean(),
  cardOnDelivery: z.boolean(),
  cash: z.boolean(),
  cardMachine: z.boolean(),
});

/** A busy kitchen promises `minutes` more until `until`; an instant that is past ends it. */
export const Busy = z.object({ minutes: z.int(), until: instant });
export type Busy = z.infer<typeof Busy>;

/**
 * `acceptsOrders` means that the mode is on. A mode that is on takes no orders until `pausedUntil`, and resumes then;
 * null means not paused. `takesOnline`: guests may pay online, where the restaurant has connected a gateway.
 */
export const OrderingMode = z.object({
  mode,
  acceptsOrders: z.boolean(),
  pausedUntil: instant.nullable(),
  preparationTime: z.int(),
  deliveryTime: z.int(),
  busy: Busy.nullable(),
  /** Make-minutes that the kitchen sells a quarter of an hour; null: no limit. Staff only. */
  makeMinutesPerQuarter: z.int().nullable().optional(),
  paymentMethod: z.object({ cashOnDelivery: z.boolean(), cardOnDelivery: z.boolean() }),
  takesOnline: z.boolean(),
  openingHours,
});
export type OrderingMode = z.infer<typeof OrderingMode>;

/**
 * `delivery` and `pickup` say whether the mode takes orders at this moment, pauses included. `email` and `alertCalls`
 * are for staff only. `asksPhoneAtTables`: guests at its tables sign in with their number before they order. `image` and the `url` of `coverImage` are paths of one picture, 640 and 1200 pixels wide.
 */
export const Outlet = z.object({
  _id: idOf<OutletId>(),
  name: z.string(),
  nameTranslations: translations,
  image: z.string().nullable(),
  coverImage: z.object({ mimetype: z.literal('image/webp'), url: z.string() }).nullable(),
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
  asksPhoneAtTables: z.boolean(),
  address: z
    .object({
      location: z.string(),
      locationTranslations: translations,
      area: z.string(),
      areaTranslations: translations,
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    })
    .nullable(),
  modes: z.array(OrderingMode),
  specialDays: z.array(SpecialDay),
});
export type Outlet = z.infer<typeof Outlet>;

/** The outlet with the values of one mode: `preparationTime`, `deliveryTime`, `paymentMethod` and `openingHours`. */
export const OutletInMode = Outlet.extend({ mode });
export type OutletInMode = z.infer<typeof OutletInMode>;

const readers = [...merchant, 'site', 'customer'] as const;

export const listOutlets = endpoint({
  summary: 'All outlets; active ones only for a site or a guest.',
  callers: readers,
  answer: z.object({ outlets: z.array(Outlet) }),
  errors: [],
});

/** `outlets` is a single outlet: the specification reads it under that name. */
export const getOutlet = endpoint({
  summary: 'One outlet.',
  callers: readers,
  params: idParams<OutletId>(),
  answer: z.object({ outlets: Outlet, outlet: Outlet }),
  errors: ['request.not_found'],
});

/** The name is part of addresses of the site, where a name of dots alone would be a relative path. */
const outletName = line(limits.name).refine((name) => !/^\.+$/.test(name), 'outlet.name_without_letters');
const timeZone = z
  .string()
  .max(limits.name)
  .refine((name) => listedTimeZone(name) !== null, 'outlet.time_zone_unknown')
  .overwrite((name) => listedTimeZone(name) ?? name);
/** An email as JSON text (`"a@b.test"`), the specification's form, or plain. */
const emailOrJson = z
  .string()
  .max(limits.email + 2)
  .transform((text) => /^\s*"(.*)"\s*$/s.exec(text)?.[1] ?? text.trim())
  .pipe(email);
/** Any spelling. Stored in E.164, read as a number of the restaurant's country unless it has a dial code. */
const phone = line(2 * limits.phone);
const orderingSchedule = z
  .object({ sameDate: z.boolean(), nextDate: z.boolean() })
  .refine(({ sameDate, nextDate }) => sameDate || nextDate, 'outlet.schedule_missing');
const taxDetails = z.object({
  taxRate: z
    .number()
    .min(limits.taxRateMin)
    .max(limits.taxRateMax)
    .refine(
      (rate) => /^\d+(\.\d{1,2})?$/.test(String(rate)),
      schemaProblem('too_many_decimals', { most: limits.taxRateDecimals }),
    ),
  taxInclusive: z.boolean(),
});
const address = z
  .object({
    location: line(limits.addressPart),
    locationTranslations: translatedLines(limits.addressPart).optional(),
    area: line(limits.addressPart),
    areaTranslations: translatedLines(limits.addressPart).optional(),
    latitude: z.number().min(-90).max(90).nullish(),
    longitude: z.number().min(-180).max(180).nullish(),
  })
  .refine(({ latitude, longitude }) => (latitude ?? null) === null || (longitude ?? null) !== null, {
    path: ['longitude'],
    message: 'outlet.pin_incomplete',
  })
  .refine(({ latitude, longitude }) => (longitude ?? null) === null || (latitude ?? null) !== null, {
    path: ['latitude'],
    message: 'outlet.pin_incomplete',
  });

/** The fields of the form "Basic information". */
export const NewOutlet = z.object({
  name: outletName,
  nameTranslations: translatedLines(limits.name).optional(),
  timeZone,
  email: emailOrJson,
  phone,
  orderingSchedule,
  taxDetails,
  alertCalls: z.boolean().default(false),
});
export type NewOutlet = z.infer<typeof NewOutlet>;

/**
 * Changes of an outlet; fields that are left out stay unchanged. Staff may only send `delivery`, `pickup` and `dineIn`
 * (R25).
 */
export const OutletChanges = z.object({
  status: z.boolean().optional(),
  delivery: z.boolean().optional(),
  pickup: z.boolean().optional(),
  dineIn: z.boolean().optional(),
  name: outletName.optional(),
  nameTranslations: translatedLines(limits.name).optional(),
  timeZone: timeZone.optional(),
  email: emailOrJson.optional(),
  phone: phone.optional(),
  orderingSchedule: orderingSchedule.optional(),
  taxDetails: taxDetails.optional(),
  alertCalls: z.boolean().optional(),
  /** Whether guests at its tables sign in with their number before they order. */
  asksPhoneAtTables: z.boolean().optional(),
  address: address.optional(),
});
export type OutletChanges = z.infer<typeof OutletChanges>;

const oneOutlet = z.object({ outlet: Outlet, outlets: Outlet, ...confirmed });

/** The new outlet is Active, with a row for each mode, all of them off. */
export const addOutlet = endpoint({
  summary: 'Add an outlet, with its cover image.',
  callers: editors,
  isRestaurantWide: true,
  form: NewOutlet,
  files: ['image'],
  answer: oneOutlet,
  errors: ['auth.invalid_phone', 'outlet.name_taken', 'outlet.too_many', ...imageErrors],
});

export const updateOutlet = endpoint({
  summary: 'Change anything of an outlet: its status, the modes it takes orders in, its details, its address.',
  callers: merchant,
  params: idParams<OutletId>(),
  form: OutletChanges,
  files: ['image'],
  answer: oneOutlet,
  errors: ['request.not_found', 'auth.invalid_phone', 'outlet.name_taken', ...imageErrors],
});

/** `liveOrders` is the number of its unfinished orders, which continue. */
export const deleteOutlet = endpoint({
  summary: 'Delete an outlet; it can be restored. Its orders stay.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<OutletId>(),
  body: z.object(proof),
  answer: z.object({ ...confirmed, liveOrders: z.int() }),
  errors: ['request.not_found', ...proofErrors],
});

export const restoreOutlet = endpoint({
  summary: 'Bring back a deleted outlet with everything that was its own.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<OutletId>(),
  answer: oneOutlet,
  errors: ['request.not_found', 'outlet.restore_conflict', 'outlet.too_many'],
});

export const cloneOutlet = endpoint({
  summary:
    'Make another outlet like this one, InActive: settings, modes, hours, special days, areas, tables, availability.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<OutletId>(),
  answer: oneOutlet,
  errors: ['request.not_found', 'outlet.too_many'],
});

/**
 * The server's clock decides when the pause ends, the outlet's hours and zone when the next opening is. Switching the
 * mode on or off by another call ends the pause.
 */
export const pauseOrders = endpoint({
  summary: 'Take no orders in a mode of an outlet for some time; it takes them again by itself.',
  callers: merchant,
  params: idParams<OutletId>(),
  body: z.object({ mode, length: z.enum(pauseLengths) }),
  answer: oneOutlet,
  errors: ['request.not_found', 'outlet.no_next_opening'],
});

/** In one mode, or without `mode` in all. It replaces a busy mode that has not ended yet, and ends on a full minute. */
export const beginBusy = endpoint({
  summary: 'Promise guests of an outlet more minutes for some time; it ends by itself.',
  callers: merchant,
  params: idParams<OutletId>(),
  body: z.object({ mode: mode.optional(), minutes: z.literal(busySteps), length: z.enum(busyLengths) }),
  answer: oneOutlet,
  errors: ['request.not_found'],
});

export const endBusy = endpoint({
  summary: 'Promise guests of an outlet the usual minutes again.',
  callers: merchant,
  params: idParams<OutletId>(),
  body: z.object({ mode: mode.optional() }),
  answer: oneOutlet,
  errors: ['request.not_found'],
});

/**
 * Times in minutes; `deliveryTime` is preparation plus delivery. `delivery` says whether the mode takes orders,
 * whichever mode it is; for pickup `pickup` means the same and takes precedence. Staff may send only that (R25).
 */
export const OrderingModeChanges = z.object({
  mode,
  preparationTime: z.int().min(0).max(limits.modeMinutesMax).optional(),
  deliveryTime: z.int().min(0).max(limits.modeMinutesMax).optional(),
  /** Null: no limit. */
  makeMinutesPerQuarter: z.int().min(1).max(limits.makeMinutesPerQuarterMax).nullable().optional(),
  paymentMethod: z
    .object({ cashOnDelivery: z.boolean().optional(), cardOnDelivery: z.boolean().optional() })
    .optional(),
  takesOnline: z.boolean().optional(),
  openingHours: newOpeningHours.optional(),
  delivery: z.boolean().optional(),
  pickup: z.boolean().optional(),
});
export type OrderingModeChanges = z.infer<typeof OrderingModeChanges>;

export const updateOrderingMode = endpoint({
  summary: 'With `mode` alone reads how an outlet takes orders in it, with more writes.',
  callers: merchant,
  params: idParams<OutletId>(),
  body: OrderingModeChanges,
  answer: z.object({
    result: z.object({ outlet: OutletInMode }),
    outlet: Outlet,
    orderingMode: OrderingMode,
    ...confirmedIfChanged,
  }),
  errors: ['request.not_found', 'outlet.delivery_time_too_short'],
});
