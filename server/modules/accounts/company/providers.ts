/** The provider that a restaurant has connected. Its secret is sealed, and in no answer, log, export or error. */
import type { Selectable } from 'kysely';
import type { CompanyProvider } from '#contract/accounts/company-sign-in.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { keyOf, seal, unseal } from '#server/sealing.ts';
import { fullName } from '../queries.ts';
import { type ProviderClient, ProviderFailed } from './open-provider.ts';

export type ProviderRow = Selectable<Schema['company_providers']>;

const sealedUse = 'company sign-in';

/** Seals a secret of company sign-in for the row with this name. */
export function sealForCompany({ secret }: Pick<Config, 'secret'>, rowName: string, plain: string): Buffer {
  return seal(keyOf(secret, sealedUse), rowName, Buffer.from(plain));
}

/** @throws when it was sealed with another SECRET, or for another row. */
export function unsealForCompany({ secret }: Pick<Config, 'secret'>, rowName: string, sealed: Buffer): string {
  return unseal(keyOf(secret, sealedUse), rowName, sealed).toString();
}

export async function findProvider(tx: Tx, restaurantId: RestaurantId): Promise<ProviderRow | null> {
  const row = await tx
    .selectFrom('company_providers')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws ProviderFailed when its secret was sealed with another SECRET. */
export function clientOf(row: ProviderRow, config: Pick<Config, 'secret'>): ProviderClient {
  const { issuer, client_id: clientId, restaurant_id: restaurantId, sealed } = row;
  try {
    return { issuer, clientId, clientSecret: unsealForCompany(config, restaurantId, sealed) };
  } catch {
    throw new ProviderFailed('client_refused', 'sealed');
  }
}

/** The provider's way back. Each restaurant has its own, so that no provider can send a browser back for another one. */
export function redirectUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, restaurantId: RestaurantId): string {
  return `${publicUrl}/login/company/callback/${restaurantId}`;
}

/** Whether the company may vouch for the email. */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** Company sign-in as an owner reads it. */
export async function readCompany(tx: Tx, config: Pick<Config, 'publicUrl'>, restaurantId: RestaurantId) {
  const row = await findProvider(tx, restaurantId);
  return {
    company: row && { ...providerOnWire(row), people: await listPeople(tx, restaurantId) },
    redirectUrl: redirectUrlOf(config, restaurantId),
    signInUrl: `${config.publicUrl}/login/company?restaurant=${restaurantId}`,
  };
}

function providerOnWire(row: ProviderRow): Omit<CompanyProvider, 'people'> {
  const { issuer, client_id: clientId, domains, is_on: isOn, is_required: isRequired, problem } = row;
  return {
    issuer,
    clientId,
    domains,
    triedAt: row.tried_at?.toISOString() ?? null,
    isOn,
    isRequired,
    problem,
    problemSince: row.problem_since?.toISOString() ?? null,
  };
}

async function listPeople(tx: Tx, restaurantId: RestaurantId): Promise<CompanyProvider['people']> {
  const rows = await tx
    .selectFrom('company_links')
    .innerJoin('users', 'users.id', 'company_links.user_id')
    .select(['user_id', 'first_name', 'last_name', 'email', 'linked_at'])
    .where('restaurant_id', '=', restaurantId)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: fullName(row),
    email: row.email,
    linkedAt: row.linked_at.toISOString(),
  }));
}

/** Notes that sessions cannot be confirmed, or, with null, that they can again. @returns whether that is new. */
export async function noteProblem(
  tx: Tx,
  restaurantId: RestaurantId,
  problem: ProviderRow['problem'],
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company_providers')
    .set({ problem, problem_since: problem === null ? null : now })
    .where('restaurant_id', '=', restaurantId)
    .where('problem', 'is distinct from', problem)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The secret that seals the providers' secrets is gone: people sign in with their passwords until owners connect them again. */
export async function deleteAllProviders(tx: Tx): Promise<void> {
  await tx.deleteFrom('sessions').where('company_link_id', 'is not', null).execute();
  await tx.deleteFrom('company_providers').execute();
}
