/** Orders that staff enter for guests on the telephone. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf, line } from '../base/fields.ts';
import type { CustomerId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { CustomerAddress } from '../customers/customers.ts';
import { createOrder, NewOrder, Order, Quote, QuoteInput } from './orders.ts';

/** In any spelling; without a dial code it belongs to the restaurant's country. */
const phone = z.string().min(1).max(limits.phone);

/**
 * `phone` is the number in its one form. People of some outlets get the addresses that those deliver to. A locked shared tablet may not
 * look numbers up, so this is no call that reads.
 */
export const findPhoneGuest = endpoint({
  summary: 'The guest of a number, and the addresses that they saved.',
  callers: merchant,
  body: z.object({ phone }),
  answer: z.object({
    phone: z.string(),
    guest: z
      .object({ customerId: idOf<CustomerId>(), name: z.string(), addresses: z.array(CustomerAddress) })
      .nullable(),
  }),
  errors: ['auth.invalid_phone'],
});

const PhoneQuote = QuoteInput.extend({ customerId: idOf<CustomerId>().nullish() });
export type PhoneQuote = z.infer<typeof PhoneQuote>;

/** The quote has the offers that the guest of the number would get. */
export const quotePhoneOrder = endpoint({
  summary: 'Price a basket for a guest on the telephone.',
  callers: merchant,
  isReading: true,
  inSupportAccess: 'never',
  maxBodyBytes: limits.orderBodyBytes,
  body: PhoneQuote,
  answer: z.object({ quote: Quote }),
  errors: ['order.outlet_not_found', 'request.not_found'],
});

const PhoneOrder = NewOrder.omit({ userId: true, platform: true, sharedBasket: true, table: true }).extend({
  phone,
  name: line(limits.name),
});
export type PhoneOrder = z.infer<typeof PhoneOrder>;

/**
 * The rules are those of an order by the guest's own phone; it is paid at the door. A guest whose number is not known is made with
 * `name`; a known one keeps theirs. The history says who entered the order, and its channel is Phone.
 */
export const placePhoneOrder = endpoint({
  summary: 'Place an order for a guest on the telephone.',
  callers: merchant,
  isIdempotent: true,
  isUrgent: true,
  maxBodyBytes: limits.orderBodyBytes,
  body: PhoneOrder,
  answer: z.object({ order: Order }),
  errors: ['auth.invalid_phone', ...createOrder.errors],
});
