/** A guest is told of their orders by push, in the browser in which they last allowed it. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { done, pushEndpoint, pushKeys } from '../base/fields.ts';

/** `publicKey` is what a browser subscribes with, in base64url. `endpoint` is that of its subscription; null where it has none. */
export const readGuestPush = endpoint({
  summary: 'Whether this browser is the one that is told of the orders of the guest by push.',
  callers: ['customer'],
  isReading: true,
  body: z.object({ endpoint: pushEndpoint.nullable() }),
  answer: z.object({ publicKey: z.string(), isAllowed: z.boolean() }),
  errors: [],
});

/** A second browser takes the place of the first. */
export const allowGuestPush = endpoint({
  summary: 'Tell the guest of their orders by push in this browser.',
  callers: ['customer'],
  body: z.object({ endpoint: pushEndpoint, ...pushKeys }),
  answer: done,
  errors: ['push.not_served'],
});

export const endGuestPush = endpoint({
  summary: 'Tell the guest by push no more.',
  callers: ['customer'],
  answer: done,
  errors: [],
});
