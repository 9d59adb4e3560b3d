/** The company's provider in its owner's hands. Every change takes the owner's proof, which the provider cannot give. */
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { fullName, getUser } from '../queries.ts';
import { forgetCallers } from '../sessions/find-caller.ts';
import { endSessionsOf, lockTabletsOf } from '../sessions/sessions.ts';
import { findIssuer, type ProviderClient, ProviderFailed } from './open-provider.ts';
import { mayCall } from '#server/modules/outbound/public-fetch.ts';
import { clientOf, findProvider, type ProviderRow, readCompany, sealForCompany } from './providers.ts';
import { mustUseCompany } from './require-company.ts';

type ChangeDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'streams'>;

/** Runs a change once the person has proved who they are. */
type Proved = <T>(change: (tx: Tx) => Promise<T>) => Promise<T>;

interface NewProvider {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  domains: readonly string[];
}

/**
 * Connects a provider that answers at its address. The provider is asked outside any transaction, between the proof and the change.
 * @throws auth.company_issuer, request.invalid without a secret
 */
export async function connectCompany(
  deps: ChangeDeps,
  by: AuditContext,
  given: NewProvider,
  proved: Proved,
): Promise<void> {
  const { db, config, clock } = deps;
  const { restaurantId } = by;
  const before = await proved((tx) => findProvider(tx, restaurantId));
  const client = clientToConnect(config, before, given);
  const issuer = await namedIssuer(deps, client);
  const isSame = before?.issuer === issuer && before.client_id === client.clientId;
  const domains = [...new Set(given.domains.map((domain) => domain.toLowerCase()))];
  const ended = await transaction(db, restaurantId, async (tx) => {
    const at = clock();
    const parted = isSame ? [] : await deleteProvider(tx, restaurantId);
    const sealed = sealForCompany(config, restaurantId, client.clientSecret);
    const row = { issuer, client_id: client.clientId, sealed, domains, problem: null, problem_since: null };
    await tx
      .insertInto('company_providers')
      .values({ restaurant_id: restaurantId, ...row, tried_at: null, connected_at: at })
      .onConflict((conflict) => conflict.column('restaurant_id').doUpdateSet(row))
      .execute();
    const details = { domains: domains.join(', ') };
    await appendAuditEntry(tx, restaurantId, { ...by, at }, { action: 'company.connected', subject: issuer, details });
    // People of a new domain must use the company as well.
    return [...parted, ...(await endOtherSessions(tx, restaurantId))];
  });
  forgetCallers(deps, ended);
}

/** The secret of before stays where the same client is saved without one. */
function clientToConnect(
  config: Deps['config'],
  before: ProviderRow | null,
  { issuer, clientId, clientSecret }: NewProvider,
): ProviderClient {
  const address = issuer.replace(/\/\.well-known\/openid-configuration\/?$/, '');
  if (!mayCall(address, config) || /[?#]/.test(address)) throw new Refusal('auth.company_issuer');
  if (clientSecret !== undefined) return { issuer: address, clientId, clientSecret };
  const isSame = before?.client_id === clientId && new URL(before.issuer).href === new URL(address).href;
  if (!isSame) throw new Refusal('request.invalid', undefined, { clientSecret: fieldProblem('required') });
  return { ...clientOf(before, config), issuer: address };
}

async function namedIssuer({ config, log }: ChangeDeps, client: ProviderClient): Promise<string> {
  return findIssuer(client, config).catch((error: unknown) => {
    if (!(error instanceof ProviderFailed)) throw error;
    log.info({ err: error }, 'A company sign-in was not connected');
    throw new Refusal('auth.company_issuer');
  });
}

/**
 * People who must use the company from now on, and are signed in without it, are signed out.
 * @throws request.not_found, auth.company_untried
 */
export async function switchCompany(
  deps: ChangeDeps,
  by: AuditContext,
  { isOn, isRequired }: { isOn: boolean; isRequired: boolean },
  proved: Proved,
): Promise<void> {
  const { restaurantId } = by;
  const ended = await proved(async (tx) => {
    const provider = await findProvider(tx, restaurantId);
    if (provider === null) throw new Refusal('request.not_found');
    if (isOn && provider.tried_at === null) throw new Refusal('auth.company_untried');
    await tx
      .updateTable('company_providers')
      .set({ is_on: isOn, is_required: isOn && isRequired })
      .where('restaurant_id', '=', restaurantId)
      .execute();
    const details = {
      isOn: { before: provider.is_on, after: isOn },
      isRequired: { before: provider.is_required, after: isOn && isRequired },
    };
    const entry = { action: 'company.switched', subject: provider.issuer, details } as const;
    await appendAuditEntry(tx, restaurantId, { ...by, at: deps.clock() }, entry);
    return isOn ? endOtherSessions(tx, restaurantId) : endCompanySessions(tx, restaurantId);
  });
  forgetCallers(deps, ended);
}

/** Tablets that they have taken over lock themselves: their PIN may open nothing any more. */
async function endOtherSessions(tx: Tx, restaurantId: RestaurantId): Promise<Buffer[]> {
  const people = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'email_key', 'role'])
    .where('restaurant_id', '=', restaurantId)
    .execute();
  const ended: Buffer[] = [];
  for (const { role, ...user } of people)
    if (await mustUseCompany(tx, restaurantId, user, role)) {
      ended.push(...(await endSessionsOf(tx, user.id, { restaurantId, companyLinkId: null })));
      ended.push(...(await lockTabletsOf(tx, user.id, { restaurantId })));
    }
  return ended;
}

/** @throws request.not_found */
export async function unlinkCompanyPerson(
  deps: ChangeDeps,
  by: AuditContext,
  userId: UserId,
  proved: Proved,
): Promise<void> {
  const { restaurantId } = by;
  const ended = await proved(async (tx) => {
    const link = await tx
      .deleteFrom('company_links')
      .where('restaurant_id', '=', restaurantId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (link === undefined) throw new Refusal('request.not_found');
    const entry = { action: 'account.company_unlinked', subject: fullName(await getUser(tx, userId)) } as const;
    await appendAuditEntry(tx, restaurantId, { ...by, at: deps.clock() }, entry);
    return endSessionsOf(tx, userId, { restaurantId, companyLinkId: link.id });
  });
  forgetCallers(deps, ended);
}

/** @throws request.not_found */
export async function disconnectCompany(deps: ChangeDeps, by: AuditContext, proved: Proved): Promise<void> {
  const { restaurantId } = by;
  const ended = await proved(async (tx) => {
    const provider = await findProvider(tx, restaurantId);
    if (provider === null) throw new Refusal('request.not_found');
    const entry = { action: 'company.disconnected', subject: provider.issuer } as const;
    await appendAuditEntry(tx, restaurantId, { ...by, at: deps.clock() }, entry);
    return deleteProvider(tx, restaurantId);
  });
  forgetCallers(deps, ended);
}

/** Links, sign-ins on their way and refresh tokens go with it. @returns the hashes of the ended sessions' tokens. */
async function deleteProvider(tx: Tx, restaurantId: RestaurantId): Promise<Buffer[]> {
  await tx.deleteFrom('company_providers').where('restaurant_id', '=', restaurantId).execute();
  return endCompanySessions(tx, restaurantId);
}

async function endCompanySessions(tx: Tx, restaurantId: RestaurantId): Promise<Buffer[]> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('restaurant_id', '=', restaurantId)
    .where('company_link_id', 'is not', null)
    .returning('token_hash')
    .execute();
  return ended.map(({ token_hash }) => token_hash);
}

export function readCompanyOf({ db, config }: Pick<Deps, 'db' | 'config'>, restaurantId: RestaurantId) {
  return transaction(db, restaurantId, (tx) => readCompany(tx, config, restaurantId), { readOnly: true });
}
