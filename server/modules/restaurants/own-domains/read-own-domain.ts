import type { OwnDomain } from '#contract/restaurants/own-domain.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { DomainDns } from './domain-dns.ts';
import { findOwnDomain } from './queries.ts';
import { ownDomainOnWire } from './wire.ts';

/** The own domain of a restaurant, with the records as they are to be set now. */
export async function readOwnDomain(
  { db, config, dns }: Pick<Deps, 'db' | 'config'> & { dns: Pick<DomainDns, 'addresses'> },
  restaurantId: RestaurantId,
): Promise<{ ownDomain: OwnDomain | null; isOffered: boolean }> {
  const row = await transaction(db, restaurantId, (tx) => findOwnDomain(tx, restaurantId), { readOnly: true });
  const target = config.ownDomains?.target;
  if (row === undefined || target === undefined) return { ownDomain: null, isOffered: target !== undefined };
  const addresses = await dns.addresses(target).catch(() => []);
  return { ownDomain: ownDomainOnWire(row, target, addresses), isOffered: true };
}
