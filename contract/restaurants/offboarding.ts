/** An owner closes the restaurant: for some time it can be opened again, then all of it is erased (AC-09). */
import * as z from 'zod';
import { Closing } from '../accounts/accounts.ts';
import { endpoint } from '../base/endpoint.ts';
import { done } from '../base/fields.ts';
import { limits } from '../base/limits.ts';

/** While there are open orders, those for later included, it cannot be closed. */
export const getClosing = endpoint({
  summary: 'How many orders are in the way of closing the restaurant.',
  callers: ['owner'],
  answer: z.object({ openOrders: z.int() }),
  errors: [],
});

/**
 * Guests cannot order from the same moment on, everybody else who works here is signed out, and after `eraseAt` everything is
 * erased. `name` is that of the restaurant, typed to be sure; `code` is needed where the account has a second factor.
 */
export const closeRestaurant = endpoint({
  summary: 'Close the restaurant, and have it erased after 30 days.',
  callers: ['owner'],
  body: z.object({
    name: z.string().max(limits.restaurantName * 4),
    password: z.string().max(limits.passwordMax * 4),
    code: z.string().max(limits.name).optional(),
  }),
  answer: z.object({ closing: Closing, ...done.shape }),
  errors: [
    'restaurant.name_differs',
    'restaurant.orders_open',
    'auth.wrong_password',
    'auth.wrong_code',
    'auth.too_many_tries',
  ],
});

/** As it was before. One that is open stays open. */
export const reopenRestaurant = endpoint({
  summary: 'Open a closed restaurant again.',
  callers: ['owner'],
  whileClosed: true,
  answer: done,
  errors: [],
});
