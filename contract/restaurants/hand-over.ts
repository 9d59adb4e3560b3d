/**
 * A browser keeps basket and sign-in for one host. Where a site has moved to its own domain, the page at the former address
 * leaves it with the server for a moment, and the first page at the new one asks for it and says when it has stored it. The former
 * address keeps its copy until then, so that a guest whose way was cut goes it again (decisions 67 and 74).
 */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { limits } from '../base/limits.ts';

/** The texts that the browser keeps; null where it keeps none. */
const kept = {
  basket: z.string().max(limits.handOverBytes).nullable(),
  session: z.string().max(limits.handOverBytes).nullable(),
};

const params = z.object({ slug: z.string().max(80) });
const handOver = z.string().max(100);
/** Random text by which whoever asks first may ask again, and nobody else. */
const collector = z.string().min(16).max(100);

/** Only for a site that is at its own domain. The token is good for one collector, there, in this browser, for a minute. */
export const leaveSite = endpoint({
  summary: 'Leave the basket and the sign-in at the former address of a site.',
  callers: ['anonymous'],
  params,
  body: z.object(kept),
  maxBodyBytes: limits.handOverBytes * 3,
  answer: z.object({ handOver: z.string() }),
  errors: ['request.not_found'],
});

export const arriveAtSite = endpoint({
  summary: 'Ask for what was left at the former address of a site.',
  callers: ['anonymous'],
  isOfSites: true,
  params,
  body: z.object({ handOver, collector }),
  answer: z.object(kept),
  errors: ['request.not_found'],
});

export const confirmArrival = endpoint({
  summary: 'Say that what was left at the former address of a site is stored at the new one; the server forgets it.',
  callers: ['anonymous'],
  isOfSites: true,
  params,
  body: z.object({ handOver, collector }),
  answer: z.object({}),
  errors: ['request.not_found'],
});

/** For the former address, before it removes its copy. */
export const hasArrived = endpoint({
  summary: 'Ask whether what was left at the former address of a site is stored at the new one.',
  callers: ['anonymous'],
  params,
  body: z.object({ handOver }),
  answer: z.object({ hasArrived: z.boolean() }),
  errors: ['request.not_found'],
});
