/** Phone codes and accounts of guests (R12 to R20). */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { addressNames, languages } from '../base/enumerations.ts';
import { confirmed, email, idOf, idParams, line, optionalLine, text } from '../base/fields.ts';
import type { AddressId, CustomerId, DeliveryAreaId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { Pin } from '../outlets/delivery-areas.ts';

/** `restaurantName` is the slug; a name is accepted where only one restaurant has it. */
const restaurantName = z
  .string()
  .min(1)
  .max(limits.name * 4);
/** Dial code and number in any common spelling, normalised to E.164 (R17). */
const number = z
  .string()
  .min(1)
  .max(limits.phone * 2);

/** `number` and `email` are empty for a guest at a table who gave none. */
export const Customer = z.object({ _id: idOf<CustomerId>(), name: z.string(), email: z.string(), number: z.string() });
export type Customer = z.infer<typeof Customer>;

/** `language` is the language of the message. With the code of a `table` the code counts against it, not against the network address. */
export const sendCode = endpoint({
  summary: 'Send a one-time code to a phone number.',
  callers: ['anonymous'],
  isOfSites: true,
  body: z.object({
    restaurantName,
    number,
    language: z.enum(languages).default('en'),
    table: z.string().max(limits.tableCode).nullish(),
  }),
  answer: z.object({ ...confirmed, resendInSeconds: z.int(), codeLength: z.int() }),
  errors: [
    'auth.invalid_phone',
    'code.too_soon',
    'code.too_many',
    'code.country_not_served',
    'code.restaurant_not_open',
    'code.not_sent',
  ],
});

/** For an unregistered number the token is valid only for register-customer, once, for 10 minutes (R20). */
export const verifyCode = endpoint({
  summary: 'Exchange a code for a token.',
  callers: ['anonymous'],
  isOfSites: true,
  body: z.object({ restaurantName, number, otpCode: z.string().max(16) }),
  answer: z.object({
    customer: z.object({
      _id: idOf<CustomerId>().optional(),
      token: z.string(),
      isRegistered: z.boolean(),
      name: z.string().optional(),
      email: z.string().optional(),
    }),
  }),
  errors: ['auth.invalid_phone', 'code.wrong', 'code.expired', 'code.too_many'],
});

export const registerCustomer = endpoint({
  summary: 'Register the number just verified.',
  callers: ['registration'],
  body: z.object({ restaurantName, number, name: line(limits.name), email }),
  answer: z.object({ token: z.string(), customer: Customer }),
  errors: ['auth.invalid_phone', 'code.proof_required'],
});

/**
 * A guest at a table whose outlet asks for no number: the token orders at tables of such outlets alone. Without a `name` the kitchen
 * reads 'Guest'.
 */
export const registerAtTable = endpoint({
  summary: 'Register a guest at a table who gives no number.',
  callers: ['site'],
  body: z.object({ table: z.string().max(limits.tableCode), name: optionalLine(limits.guestName) }),
  answer: z.object({ token: z.string(), customer: Customer }),
  errors: ['table.code_invalid', 'table.phone_needed'],
});

export const getCustomer = endpoint({
  summary: 'The customer of the token.',
  callers: ['customer'],
  answer: z.object({ customer: Customer }),
  errors: [],
});

/**
 * A saved delivery address. `areaName` is the area's name at the time of saving; the area may have been deleted since.
 */
export const CustomerAddress = z.object({
  _id: idOf<AddressId>(),
  deliveryAreaId: idOf<DeliveryAreaId>(),
  areaName: z.string(),
  location: z.string(),
  floor: z.string(),
  instruction: z.string(),
  nickName: z.string(),
  /** The pin, where the guest has set one. */
  position: Pin.optional(),
  postcode: z.string().optional(),
});
export type CustomerAddress = z.infer<typeof CustomerAddress>;

const NewAddress = z.object({
  deliveryAreaId: idOf<DeliveryAreaId>(),
  areaName: line(limits.name),
  location: line(limits.addressPart),
  floor: line(limits.name),
  instruction: text(limits.specialInstruction).default(''),
  nickName: z.enum(addressNames).default('Home'),
  position: Pin.nullish(),
  postcode: optionalLine(limits.postcode).nullable(),
});
export type NewAddress = z.infer<typeof NewAddress>;

const addresses = z.object({ addresses: z.array(CustomerAddress) });

export const listAddresses = endpoint({
  summary: 'The places that the guest has saved, the one used last first.',
  callers: ['customer'],
  answer: addresses,
  errors: [],
});

/**
 * Saves an address, or marks it as used again when area, address, floor and name are the same; the latest instruction
 * and pin win. Above the limit the least recently used address is replaced.
 */
export const saveAddress = endpoint({
  summary: 'Save a place to have things brought to.',
  callers: ['customer'],
  body: NewAddress,
  answer: addresses,
  errors: ['request.not_found'],
});

export const deleteAddress = endpoint({
  summary: 'Forget a place of the guest.',
  callers: ['customer'],
  params: idParams<AddressId>(),
  answer: addresses,
  errors: ['request.not_found'],
});

/**
 * Limits on a restaurant's cost for phone codes (R16): the countries whose numbers get codes (ISO 3166 alpha-2; null
 * means all) and the number of codes per day, where 0 sends none.
 */
export const CodeSettings = z.object({
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .max(300)
    .nullable(),
  codesPerDay: z.int().min(0).max(limits.codesPerDayMax),
});
export type CodeSettings = z.infer<typeof CodeSettings>;

export const getCodeSettings = endpoint({
  summary: "What the restaurant's phone codes may cost.",
  callers: ['owner', 'manager'],
  answer: z.object({ codeSettings: CodeSettings }),
  errors: [],
});

export const updateCodeSettings = endpoint({
  summary: "Change what the restaurant's phone codes may cost.",
  callers: ['owner'],
  body: CodeSettings.partial(),
  answer: z.object({ codeSettings: CodeSettings, ...confirmed }),
  errors: [],
});
