/** Transfers of a gateway to the bank of the restaurant, and the payments that each of them is the sum of. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { payoutKinds, payoutStates } from '../base/enumerations.ts';
import { day, idOf } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** In major units; negative where money goes back. */
const amount = z.number();

/**
 * `account` and `payoutId` name it. `amount` is in the currency of the bank account, and negative where the gateway took money there.
 * `isItemised`: the gateway says which payments it is the sum of.
 */
export const Payout = z.object({
  account: z.uuid(),
  payoutId: z.string(),
  state: z.enum(payoutStates),
  amount,
  currency: z.string(),
  arrivesOn: day,
  isItemised: z.boolean(),
  isTest: z.boolean(),
});
export type Payout = z.infer<typeof Payout>;

/**
 * The newest first, of all outlets. `unread` are the ends of the keys of accounts that the gateway did not show. `isTold` is false where
 * no gateway of the restaurant tells payouts.
 */
export const listPayouts = endpoint({
  summary: 'The transfers of the gateway to the bank in these days, as it says now.',
  callers: ['owner'],
  isRestaurantWide: true,
  inSupportAccess: 'never',
  query: z.object({ from: day, to: day }),
  answer: z.object({ payouts: z.array(Payout), unread: z.array(z.string()), isTold: z.boolean() }),
  errors: ['report.days_invalid'],
});

/** `fee` is what the gateway kept of the amount; null where it is no amount of the currency. The order is null for money of other business. */
export const PayoutEntry = z.object({
  kind: z.enum(payoutKinds),
  amount,
  fee: amount.nullable(),
  orderId: idOf<OrderId>().nullable(),
  orderName: z.string().nullable(),
});
export type PayoutEntry = z.infer<typeof PayoutEntry>;

/** `isWhole` is false where there are more entries than are read. */
export const showPayout = endpoint({
  summary: 'The payments that a transfer of the gateway is the sum of.',
  callers: ['owner'],
  isRestaurantWide: true,
  inSupportAccess: 'never',
  query: z.object({ account: z.uuid(), payoutId: z.string().max(limits.payoutId) }),
  answer: z.object({ entries: z.array(PayoutEntry), isWhole: z.boolean() }),
  errors: ['request.not_found', 'payment.gateway_unavailable', 'payment.keys_refused'],
});
