/** Messages that the server has given up: seen and sent again by the owner of the restaurant, and by the platform's admins. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { done, idOf, idParams, instant } from '../base/fields.ts';
import type { JobId, RestaurantId } from '../base/ids.ts';

const messageKinds = [
  'invitation',
  'email_verification',
  'password_reset',
  'password_changed',
  'factor_changed',
  'factor_reset',
  'passkey_changed',
  'company_sign_in',
  'restaurant_closed',
  'restaurant_reopened',
  'domain_failed',
  'low_stock',
  'contact_code',
  'contact_code_call',
  'order_waiting',
  'order_waiting_call',
  'order_waiting_push',
  'order_problem',
  'order_cancelled',
  'order_cancelled_mail',
  'order_progress',
  'order_progress_mail',
  'order_progress_push',
  'phone_code',
  'backup_problem',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Why a message was not sent: the mail server refused it for good, nobody accepted it, nobody answered in time, it was
 * written under another SECRET, or something else that the log of the server has.
 */
export const sendProblems = ['refused', 'not_accepted', 'too_slow', 'sealed', 'unexpected'] as const;
export type SendProblem = (typeof sendProblems)[number];

/** Until `expiresAt` it can be sent again. */
export const UnsentMessage = z.object({
  _id: idOf<JobId>(),
  /** Work that was given up is one of the last four, without a recipient. */
  kind: z.enum([...messageKinds, 'backup', 'restaurant_erasure', 'guest_erasure', 'other']),
  /** An email or a phone number; empty where the reader may not know it. */
  to: z.string(),
  problem: z.enum(sendProblems),
  tries: z.int(),
  createdAt: instant,
  givenUpAt: instant,
  expiresAt: instant,
});
export type UnsentMessage = z.infer<typeof UnsentMessage>;

/** `restaurant` is null for a message of the platform itself, such as the link to choose a new password. */
export const AdminUnsentMessage = z.object({
  ...UnsentMessage.shape,
  restaurant: z.object({ _id: idOf<RestaurantId>(), name: z.string() }).nullable(),
});
export type AdminUnsentMessage = z.infer<typeof AdminUnsentMessage>;

export const listUnsent = endpoint({
  summary: 'Messages of the restaurant that could not be sent, the newest first.',
  callers: ['owner'],
  answer: z.object({ messages: z.array(UnsentMessage) }),
  errors: [],
});

export const resendMessage = endpoint({
  summary: 'Send a message again that could not be sent.',
  callers: ['owner'],
  params: idParams<JobId>(),
  answer: done,
  errors: ['request.not_found'],
});

export const listAllUnsent = endpoint({
  summary: 'Messages of all restaurants and of the platform that could not be sent, the newest first.',
  callers: ['admin'],
  answer: z.object({ messages: z.array(AdminUnsentMessage) }),
  errors: [],
});

export const resendAnyMessage = endpoint({
  summary: 'Send a message of any restaurant or of the platform again that could not be sent.',
  callers: ['admin'],
  params: idParams<JobId>(),
  answer: done,
  errors: ['request.not_found'],
});
