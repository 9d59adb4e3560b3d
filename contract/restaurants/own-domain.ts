/** The own domain of a restaurant's site. */
import * as z from 'zod';
import { proof, proofErrors } from '../accounts/proof.ts';
import { endpoint } from '../base/endpoint.ts';
import { domainProblems, domainStates } from '../base/enumerations.ts';
import { confirmed, instant } from '../base/fields.ts';
import { limits } from '../base/limits.ts';

/** Last words of names that lead to nobody, or to the reader's own network (RFC 6761, 6762, 7686, 8375). */
const unreachable = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|arpa|onion|invalid|example)$/;

/**
 * The domain that a person typed or pasted, as the DNS knows it: 'https://Café.Example.com./' is 'xn--caf-dma.example.com'.
 * Null for anything else: an address with a path or a port, a number, a wildcard, a name that nobody on the internet has.
 */
export function readDomain(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  // Characters that URLs give a meaning to would be dropped instead of refused.
  if (bare === '' || /[\s/\\?#@:%[\]]/.test(bare) || !URL.canParse(`http://${bare}`)) return null;
  const domain = new URL(`http://${bare}`).hostname.replace(/\.$/, '');
  const labels = domain.split('.');
  const isName = labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label));
  const isNumber = /^\d+$/.test(labels.at(-1)!);
  const isReachable = labels.length > 1 && !unreachable.test(domain);
  return isName && !isNumber && isReachable && domain.length <= limits.domain ? domain : null;
}

/** A record that the restaurant sets where it bought the domain. */
const DomainRecord = z.object({ type: z.enum(['CNAME', 'A', 'AAAA', 'TXT']), name: z.string(), value: z.string() });

/**
 * `domain` is the name as the DNS knows it, `name` as people read it. `problem` says what was missing when it was looked at
 * last. `records` are those to set: the first one leads guests here, those of `insteadOfAlias` do so where it cannot be set, and the
 * last one proves that the domain is the restaurant's.
 */
export const OwnDomain = z.object({
  domain: z.string(),
  name: z.string(),
  state: z.enum(domainStates),
  problem: z.enum(domainProblems).nullable(),
  checkedAt: instant.nullable(),
  alias: DomainRecord,
  insteadOfAlias: z.array(DomainRecord),
  proof: DomainRecord,
});
export type OwnDomain = z.infer<typeof OwnDomain>;

/** `isOffered` is false where the installation serves no own domains. */
const answer = z.object({ ownDomain: OwnDomain.nullable(), isOffered: z.boolean() });

export const getOwnDomain = endpoint({
  summary: "The own domain of the restaurant's site, and how far it is.",
  callers: ['owner'],
  answer,
  errors: [],
});

/** The domain that was there before is given up. Saying the same one again changes nothing. */
export const setOwnDomain = endpoint({
  summary: "Put the restaurant's site at a domain of its own.",
  callers: ['owner'],
  body: z.object({
    domain: z
      .string()
      .max(limits.domain * 4)
      .refine((text) => readDomain(text) !== null, 'restaurant.domain_malformed')
      .overwrite((text) => readDomain(text) ?? text),
    ...proof,
  }),
  answer: answer.extend(confirmed),
  errors: ['restaurant.domains_not_offered', ...proofErrors],
});

export const checkOwnDomain = endpoint({
  summary: 'Look at the records of the own domain now.',
  callers: ['owner'],
  body: z.object({}),
  answer,
  errors: ['request.not_found'],
});

/** The site is at the platform's address again. */
export const removeOwnDomain = endpoint({
  summary: "Take the own domain off the restaurant's site.",
  callers: ['owner'],
  body: z.object({ ...proof }),
  answer: answer.extend(confirmed),
  errors: ['request.not_found', ...proofErrors],
});
