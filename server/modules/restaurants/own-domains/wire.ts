import { isIPv6 } from 'node:net';
import { domainToUnicode } from 'node:url';
import type { OwnDomain } from '#contract/restaurants/own-domain.ts';
import { proofName } from './check-records.ts';
import type { OwnDomainRow } from './queries.ts';

/** `addresses` are those of the target. */
export function ownDomainOnWire(row: OwnDomainRow, target: string, addresses: readonly string[]): OwnDomain {
  const { domain, state, problem } = row;
  return {
    domain,
    name: domainToUnicode(domain),
    state,
    problem,
    checkedAt: row.checked_at?.toISOString() ?? null,
    alias: { type: 'CNAME', name: domain, value: target },
    insteadOfAlias: addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', name: domain, value })),
    proof: { type: 'TXT', name: proofName(domain), value: row.proof },
  };
}
