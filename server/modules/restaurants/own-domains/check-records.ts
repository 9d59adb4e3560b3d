import { isIPv6 } from 'node:net';
import type { DomainProblem } from '#contract/base/enumerations.ts';
import type { DomainDns } from './domain-dns.ts';

/** The name of the record that proves a domain. */
export const proofName = (domain: string): string => `_order-manager.${domain}`;

interface RecordsSeen {
  /** Null: everything is there. */
  problem: DomainProblem | null;
  /** The texts beside the domain, for whose proof is among them. */
  proofs: readonly string[];
}

/** Whether a domain leads to `target`, and is proven by its owner. */
export async function checkRecords(
  dns: DomainDns,
  { domain, proof }: { domain: string; proof: string },
  target: string,
): Promise<RecordsSeen> {
  try {
    const [addresses, alias, ours, proofs] = await Promise.all([
      dns.addresses(domain),
      dns.alias(domain),
      dns.addresses(target),
      dns.texts(proofName(domain)),
    ]);
    if (addresses.length === 0) return { problem: 'not_found', proofs };
    const foreign = addresses.filter((address) => !ours.includes(address));
    if (foreign.length > 0 && alias !== target) {
      // Left from before: browsers and certificate authorities prefer it.
      const isOnlyIpv6 = foreign.length < addresses.length && foreign.every((address) => isIPv6(address));
      return { problem: isOnlyIpv6 ? 'ipv6_elsewhere' : 'elsewhere', proofs };
    }
    return { problem: proofs.includes(proof) ? null : 'proof_missing', proofs };
  } catch {
    return { problem: 'no_answer', proofs: [] };
  }
}
