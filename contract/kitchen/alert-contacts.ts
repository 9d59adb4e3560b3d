/** Proof that the number and the address of an outlet's alerts are its own: a code that is sent there and typed in. */
import * as z from 'zod';
import { editors, endpoint } from '../base/endpoint.ts';
import { done, idParams } from '../base/fields.ts';
import type { OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { OutletEscalation } from './escalation.ts';

/** The address that alerts are mailed to, or the phone that is called. */
const kind = z.enum(['mail', 'phone']);
export type ContactKind = z.infer<typeof kind>;

export const sendContactCode = endpoint({
  summary: "Send a code to the address or the number of an outlet's alerts. An earlier code is void.",
  callers: editors,
  params: idParams<OutletId>(),
  body: z.object({ kind }),
  answer: done,
  errors: [
    'request.not_found',
    'auth.email_unverified',
    'contact.not_callable',
    'contact.country_not_served',
    'rate.limited',
  ],
});

export const confirmContact = endpoint({
  summary: 'Type in the code: from now on alerts go there.',
  callers: editors,
  params: idParams<OutletId>(),
  body: z.object({ kind, code: z.string().max(limits.name) }),
  answer: done.extend({ escalation: OutletEscalation }),
  errors: ['request.not_found', 'code.wrong', 'code.expired'],
});
