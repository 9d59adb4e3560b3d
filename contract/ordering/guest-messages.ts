/** Messages that tell a guest of their order: which a restaurant sends, what they say, and what became of each. */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { type BudgetKind, languages, modes } from '../base/enumerations.ts';
import { done, idParams, instant } from '../base/fields.ts';
import type { OrderId } from '../base/ids.ts';
import { guestChannels, guestEvents } from './guest-events.ts';
import { sendProblems } from '../outbound/unsent-messages.ts';
import { MessageBudget } from '../platform/message-budgets.ts';

/**
 * A message for a made-up order, in the words of a real one. `mode` is null where pickup and delivery read the same. `subject` is
 * null where the channel has none.
 */
const GuestMessagePreview = z.object({
  event: z.enum(guestEvents),
  channel: z.enum(guestChannels),
  mode: z.enum(modes).nullable(),
  language: z.enum(languages),
  subject: z.string().nullable(),
  text: z.string(),
});
export type GuestMessagePreview = z.infer<typeof GuestMessagePreview>;

const switches = z.object(byName(guestEvents, z.object(byName(guestChannels, z.boolean()))));

function byName<N extends string, S extends z.ZodType>(names: readonly N[], schema: S): Record<N, S> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>;
}

/** The budgets of messages to guests: of each channel one for cancelled orders, and one for all else. */
export const guestBudgetKinds = [
  'order_mail',
  'order_text',
  'cancelled_mail',
  'cancelled_text',
] as const satisfies BudgetKind[];

const GuestMessageSettings = z.object({
  switches,
  budgets: z.array(MessageBudget.extend({ kind: z.enum(guestBudgetKinds) })),
  previews: z.array(GuestMessagePreview),
});
export type GuestMessageSettings = z.infer<typeof GuestMessageSettings>;

export const getGuestMessageSettings = endpoint({
  summary: 'Which messages guests get about their orders, what they say, and how many may still be sent.',
  callers: editors,
  isRestaurantWide: true,
  answer: z.object({ settings: GuestMessageSettings }),
  errors: [],
});

export const switchGuestMessage = endpoint({
  summary: 'Switch a message about orders on or off.',
  callers: editors,
  isRestaurantWide: true,
  body: z.object({ event: z.enum(guestEvents), channel: z.enum(guestChannels), isOn: z.boolean() }),
  answer: done.extend({ settings: GuestMessageSettings }),
  errors: [],
});

/** The ends that a message comes to. */
export const guestMessageOutcomes = ['sent', 'failed', 'dropped'] as const;
export type GuestMessageOutcome = (typeof guestMessageOutcomes)[number];

/**
 * Why a message was not sent, or not yet: those of `SendProblem`, and of a dropped one that something newer had happened, that it
 * came too late, that the budget of the day was used up, that the guest was erased, or knew the time already.
 */
const guestMessageProblems = [...sendProblems, 'overtaken', 'expired', 'budget', 'erased', 'known'] as const;
export type GuestMessageProblem = (typeof guestMessageProblems)[number];

/** `at` is the moment of its state; of a waiting message, when it was written. A waiting one with a `problem` is tried again. */
const GuestMessage = z.object({
  event: z.enum(guestEvents),
  channel: z.enum(guestChannels),
  state: z.enum(['waiting', ...guestMessageOutcomes]),
  problem: z.enum(guestMessageProblems).nullable(),
  at: instant,
});
export type GuestMessage = z.infer<typeof GuestMessage>;

export const listGuestMessages = endpoint({
  summary:
    'The messages to the guest of an order, what became of each, and which events the guest would get one of now.',
  callers: merchant,
  params: idParams<OrderId>(),
  answer: z.object({ messages: z.array(GuestMessage), reachableEvents: z.array(z.enum(guestEvents)) }),
  errors: ['order.not_found'],
});
