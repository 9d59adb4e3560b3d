import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getRestaurant, getUser } from '../queries.ts';
import { newToken } from '../sessions/sessions.ts';
import { countCompanyTry } from '../sign-in/sign-in-limits.ts';
import { createStep, findMailedLink } from './begun-sign-ins.ts';
import { beginAtProvider, type BegunSignIn } from './open-provider.ts';
import { clientOf, findProvider, type ProviderRow, redirectUrlOf } from './providers.ts';
import { refuseProviderFailure } from './refuse-provider-failure.ts';

type BeginDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'>;

/** Kept between the way there and the way back. Another issuer or client in the meantime voids it. */
export interface KeptSignIn extends BegunSignIn {
  issuer: string;
  clientId: string;
  /** The hash of the mailed link's token, in hex; null for whoever came without one. */
  mailed: string | null;
}

/** A restaurant whose provider is on, or the token of a mailed link, which leads to one. */
interface Destination {
  restaurantId?: RestaurantId | undefined;
  token?: string | undefined;
}

/**
 * The restaurant and the host of its provider, so that people read where a link leads before they go: anybody may have sent it to them.
 * @throws auth.company_off, auth.company_link_over, auth.too_many_tries
 */
export async function readDestination(
  deps: BeginDeps,
  to: Destination,
  clientAddress: string,
): Promise<{ restaurant: string; host: string }> {
  const { provider, restaurant } = await findDestination(deps, to, clientAddress);
  return { restaurant, host: new URL(provider.issuer).host };
}

/**
 * Begins a sign-in at a restaurant's provider: of anybody, or of the person of a mailed link.
 * @throws auth.company_off, auth.company_link_over, auth.company_unavailable, auth.too_many_tries
 */
export async function beginCompanySignIn(deps: BeginDeps, to: Destination, clientAddress: string) {
  const { provider, restaurant, mailed } = await findDestination(deps, to, clientAddress);
  const way = await beginStep(deps, provider, 'sign_in', mailed);
  return { ...way, restaurantId: provider.restaurant_id, restaurant };
}

async function findDestination(
  { db, config, clock }: BeginDeps,
  { restaurantId, token }: Destination,
  clientAddress: string,
) {
  const now = clock();
  await countCompanyTry(db, config, clientAddress, now);
  const mailed =
    token === undefined ? null : await platformTransaction(db, 'sign-in', (tx) => findMailedLink(tx, token, now));
  if (token !== undefined && mailed === null) throw new Refusal('auth.company_link_over');
  const id = mailed?.restaurant_id ?? restaurantId;
  if (id === undefined) throw new Refusal('auth.company_off');
  const provider = await transaction(db, id, (tx) => findProvider(tx, id), { readOnly: true });
  if (provider === null || !provider.is_on) throw new Refusal('auth.company_off');
  return { provider, restaurant: (await getRestaurant(db, id)).name, mailed };
}

/** @throws request.not_found, auth.company_unavailable, auth.too_many_tries */
export async function tryCompany(deps: BeginDeps, restaurantId: RestaurantId, clientAddress: string) {
  const { db, config, clock } = deps;
  await countCompanyTry(db, config, clientAddress, clock());
  const provider = await transaction(db, restaurantId, (tx) => findProvider(tx, restaurantId), { readOnly: true });
  if (provider === null) throw new Refusal('request.not_found');
  return beginStep(deps, provider, 'trial', null);
}

/** The provider is asked outside any transaction. */
async function beginStep(
  deps: BeginDeps,
  provider: ProviderRow,
  step: 'trial' | 'sign_in',
  mailed: { user_id: UserId | null; token_hash: Buffer } | null,
): Promise<{ url: string; browserKey: string }> {
  const { db, config, clock } = deps;
  const { restaurant_id: restaurantId, issuer, client_id: clientId } = provider;
  const [state, browserKey] = [newToken(), newToken()];
  const userId = mailed?.user_id ?? null;
  const email = userId === null ? null : (await getUser(db, userId)).email;
  const redirectUrl = redirectUrlOf(config, restaurantId);
  const { url, begun } = await (async () =>
    beginAtProvider(clientOf(provider, config), config, { state, redirectUrl, email }))().catch(
    refuseProviderFailure(deps, restaurantId),
  );
  const content: KeptSignIn = { ...begun, issuer, clientId, mailed: mailed?.token_hash.toString('hex') ?? null };
  const kept = { restaurantId, step, browserKey, userId, content, seconds: limits.companySignInSeconds };
  await transaction(db, restaurantId, (tx) => createStep(tx, config, kept, clock(), state));
  return { url, browserKey };
}
