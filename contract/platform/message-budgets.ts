/** Messages that restaurants send at the platform's cost, beside their budgets: seen by its admins, who may change one. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { budgetKinds } from '../base/enumerations.ts';
import { done, idOf, idParams } from '../base/fields.ts';
import type { RestaurantId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** `sent` counts from the first message of the present window of `hours`. */
export const MessageBudget = z.object({
  kind: z.enum(budgetKinds),
  sent: z.int(),
  budget: z.int(),
  hours: z.int(),
});
export type MessageBudget = z.infer<typeof MessageBudget>;

/** One restaurant with all its budgets, in the order of `budgetKinds`. */
export const RestaurantBudgets = z.object({
  _id: idOf<RestaurantId>(),
  name: z.string(),
  budgets: z.array(MessageBudget),
});
export type RestaurantBudgets = z.infer<typeof RestaurantBudgets>;

export const listMessageBudgets = endpoint({
  summary: 'Messages that each restaurant has sent and may send; those that use most of a budget come first.',
  callers: ['admin'],
  answer: z.object({ restaurants: z.array(RestaurantBudgets) }),
  errors: [],
});

export const setMessageBudget = endpoint({
  summary: 'Change how many messages of a kind a restaurant may send.',
  callers: ['admin'],
  params: idParams<RestaurantId>(),
  body: z.object({ kind: z.enum(budgetKinds), budget: z.int().min(0).max(limits.codesPerDayMax) }),
  answer: done.extend({ restaurant: RestaurantBudgets }),
  errors: ['request.not_found'],
});
