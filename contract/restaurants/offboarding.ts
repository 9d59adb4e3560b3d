/** Offboarding: an owner closes the restaurant, which can be opened again for some time and is then erased. */
import * as z from 'zod';
import { Offboarding } from '../accounts/accounts.ts';
import { proof, proofErrors } from '../accounts/proof.ts';
import { endpoint } from '../base/endpoint.ts';
import { done } from '../base/fields.ts';
import { limits } from '../base/limits.ts';

/** The restaurant cannot be closed while it has open orders, scheduled ones included. */
export const getOffboarding = endpoint({
  summary: 'The number of orders that keep the restaurant from being closed.',
  callers: ['owner'],
  answer: z.object({ openOrders: z.int() }),
  errors: [],
});

/**
 * Takes effect at once: guests cannot order, and all other staff are signed out. After `eraseAt` everything is erased.
 * `name` is the restaurant's name, typed as a confirmation.
 */
export const closeRestaurant = endpoint({
  summary: 'Close the restaurant, and have it erased after 30 days.',
  callers: ['owner'],
  body: z.object({ name: z.string().max(limits.restaurantName * 4), ...proof }),
  answer: z.object({ offboarding: Offboarding, ...done.shape }),
  errors: ['restaurant.name_differs', 'restaurant.orders_open', ...proofErrors],
});

/** Restores the state before the closure. An open restaurant stays open. */
export const reopenRestaurant = endpoint({
  summary: 'Open a closed restaurant again.',
  callers: ['owner'],
  whileClosed: true,
  answer: done,
  errors: [],
});
