/**
 * A browser keeps basket and sign-in for one host. Where a site has moved to its own domain, the page at the former address
 * leaves it with the server for a moment, and the first page at the new one asks for it (decision 67).
 */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { limits } from '../base/limits.ts';

/** The texts that the browser keeps; null where it keeps none. */
const kept = {
  basket: z.string().max(limits.handOverBytes).nullable(),
  session: z.string().max(limits.handOverBytes).nullable(),
};

/** Only for a site that is at its own domain. The token is good once, there, in this browser, for a minute. */
export const leaveSite = endpoint({
  summary: 'Leave the basket and the sign-in at the former address of a site.',
  callers: ['anonymous'],
  params: z.object({ slug: z.string().max(80) }),
  body: z.object(kept),
  maxBodyBytes: limits.handOverBytes * 3,
  answer: z.object({ handOver: z.string() }),
  errors: ['request.not_found'],
});

export const arriveAtSite = endpoint({
  summary: 'Ask for what was left at the former address of a site.',
  callers: ['anonymous'],
  isOfSites: true,
  params: z.object({ slug: z.string().max(80) }),
  body: z.object({ handOver: z.string().max(100) }),
  answer: z.object(kept),
  errors: ['request.not_found'],
});
