/** A company's provider, spoken to by OpenID Connect. Whatever it does wrong is a `ProviderFailed`, which has none of its words. */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import type { WayBack } from '#contract/accounts/company-sign-in.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Config } from '#server/config.ts';
import { LruCache } from '#server/lru-cache.ts';
import { mayCall, NotReached, openPublicFetch } from '#server/modules/outbound/public-fetch.ts';

/** An account at a provider, as a client of it. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * `unreachable`: it does not answer as it should. `client_refused`: it does not know the client, or its secret. `person_refused`: the
 * person may not sign in, or no longer. `answer_wrong`: the answer is not for this sign-in.
 */
type Failure = 'unreachable' | 'client_refused' | 'person_refused' | 'answer_wrong';

/** The message is for the log: it has no secret and nobody's data. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
  readonly failure: Failure;

  constructor(failure: Failure, code: string) {
    super(`A company's provider failed: ${failure}, ${code}`);
    this.failure = failure;
  }
}

/** A sign-in between the way there and the way back. */
export interface BegunSignIn {
  nonce: string;
  verifier: string;
}

/** A person, as the provider vouches for them. */
export interface VouchedPerson {
  subject: string;
  email: string | null;
  isVerified: boolean;
  /** Null: the provider gives none, and cannot be asked again. */
  refreshToken: string | null;
}

/** All of its companies are one issuer. */
const google = 'https://accounts.google.com';
const timeoutSeconds = 10;
/** A provider renews its keys and addresses within hours. */
const knownMs = 10 * MINUTE;
const known = new LruCache<string, { configuration: Configuration; untilMs: number }>(500);

/** The provider with its addresses and keys, which are looked up once in ten minutes. @throws ProviderFailed */
async function discover(
  { issuer, clientId, clientSecret }: ProviderClient,
  config: Pick<Config, 'mode'>,
  { checksSignatures = true }: { checksSignatures?: boolean } = {},
): Promise<Configuration> {
  const key = createHash('sha256')
    .update(JSON.stringify([issuer, clientId, clientSecret, checksSignatures]))
    .digest('hex');
  const found = known.get(key);
  if (found !== undefined && performance.now() < found.untilMs) return found.configuration;
  const oidc = await import('openid-client');
  const isPlain = config.mode !== 'production' && issuer.startsWith('http:');
  const fetch = openPublicFetch(config);
  const configuration = await oidc
    .discovery(new URL(issuer), clientId, { client_secret: clientSecret }, await authentication(clientSecret), {
      timeout: timeoutSeconds,
      [oidc.customFetch]: (url, options) => fetch(url, options),
      execute: [
        ...(checksSignatures ? [oidc.enableNonRepudiationChecks] : []),
        // Deprecated so that it stands out; it is for a provider of this machine, in development alone.
        // oxlint-disable-next-line typescript/no-deprecated
        ...(isPlain ? [oidc.allowInsecureRequests] : []),
      ],
    })
    .catch(failing);
  // The library lets addresses of many tenants pass for Microsoft: anybody's company would be let in.
  if (sameIssuer(configuration.serverMetadata().issuer) !== sameIssuer(issuer))
    throw new ProviderFailed('answer_wrong', 'issuer');
  known.set(key, { configuration, untilMs: performance.now() + knownMs }, 1);
  return configuration;
}

/** In the header as the standard has it by default, and in the body where the provider takes nothing else. */
async function authentication(clientSecret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await import('openid-client');
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}

function sameIssuer(issuer: string): string {
  return new URL(issuer).href.replace(/\/$/, '');
}

/** The issuer as the provider names itself. @throws ProviderFailed where there is none. */
export async function findIssuer(client: ProviderClient, config: Pick<Config, 'mode'>): Promise<string> {
  return (await discover(client, config)).serverMetadata().issuer;
}

/** Where a browser signs in, and what is to be kept for the way back. @throws ProviderFailed */
export async function beginAtProvider(
  client: ProviderClient,
  config: Pick<Config, 'mode'>,
  { state, redirectUrl, email }: { state: string; redirectUrl: string; email: string | null },
): Promise<{ url: string; begun: BegunSignIn }> {
  const oidc = await import('openid-client');
  const provider = await discover(client, config);
  const begun = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const isGoogle = client.issuer === google;
  const scopes = provider.serverMetadata().scopes_supported ?? [];
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUrl,
    scope: ['openid', 'email', ...(scopes.includes('offline_access') ? ['offline_access'] : [])].join(' '),
    state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    ...(email !== null && { login_hint: email }),
    // Google gives the token that sessions are checked with in answer to these alone.
    ...(isGoogle && { access_type: 'offline', prompt: 'consent' }),
  });
  // The provider has named the address: it must be one that a browser visits, not a script.
  if (!mayCall(url.href, config)) throw new ProviderFailed('answer_wrong', 'authorization_endpoint');
  return { url: url.href, begun };
}

/**
 * Exchanges the code of the way back. Signature, issuer, audience, authorized party, nonce, times and the `iss` of the address are
 * checked.
 * @throws ProviderFailed
 */
export async function finishAtProvider(
  client: ProviderClient,
  config: Pick<Config, 'mode'>,
  { nonce, verifier }: BegunSignIn,
  { state, code, iss, error }: Pick<WayBack, 'state' | 'code' | 'iss' | 'error'>,
  redirectUrl: string,
): Promise<VouchedPerson> {
  const oidc = await import('openid-client');
  const provider = await discover(client, config);
  const address = new URL(redirectUrl);
  for (const [name, value] of Object.entries({ state, code, iss, error }))
    if (value !== undefined) address.searchParams.set(name, value);
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
  const answer = await oidc.authorizationCodeGrant(provider, address, checks).catch(failing);
  const claims = answer.claims();
  if (claims === undefined) throw new ProviderFailed('answer_wrong', 'id_token');
  return {
    subject: claims.sub,
    email: typeof claims['email'] === 'string' ? claims['email'] : null,
    isVerified: isVerified(claims),
    refreshToken: answer.refresh_token ?? null,
  };
}

/**
 * Microsoft says it of its verified domains in a claim of its own, which an administrator adds. Google says it of everybody who once had
 * the address, and only of people of a company in whose account they are (`hd`).
 */
function isVerified(claims: IDToken): boolean {
  const { iss, email_verified: verified, xms_edov: ofDomain, hd: company } = claims;
  if (iss === google && typeof company !== 'string') return false;
  return verified === true || ofDomain === true || ofDomain === 1 || ofDomain === '1';
}

/**
 * Asks whether the person still works there.
 * @returns the refresh token of the next time.
 * @throws ProviderFailed; `person_refused` when they do not.
 */
export async function askAgain(
  client: ProviderClient,
  config: Pick<Config, 'mode'>,
  { refreshToken, subject }: { refreshToken: string; subject: string },
): Promise<string> {
  const oidc = await import('openid-client');
  // The answer comes from the provider itself. Keys that cannot be fetched would lose the new refresh token, and with it the session.
  const provider = await discover(client, config, { checksSignatures: false });
  const answer = await oidc.refreshTokenGrant(provider, refreshToken).catch(failing);
  const claims = answer.claims();
  if (claims !== undefined && claims.sub !== subject) throw new ProviderFailed('person_refused', 'sub');
  return answer.refresh_token ?? refreshToken;
}

/** Codes of the library that mean a provider out of order, and no answer about anybody. */
const outOfOrder: readonly unknown[] = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
];

function failing(error: unknown): never {
  throw failureOf(error);
}

function failureOf(error: unknown): ProviderFailed {
  if (!(error instanceof Error)) return new ProviderFailed('unreachable', 'unknown');
  const code = 'code' in error ? String(error.code) : error.name;
  if (error instanceof NotReached || error.cause instanceof NotReached)
    return new ProviderFailed('unreachable', 'network');
  if (outOfOrder.includes(code)) return new ProviderFailed('unreachable', code);
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return new ProviderFailed('person_refused', code);
  if (code === 'OAUTH_RESPONSE_BODY_ERROR' && 'error' in error)
    return refusalOfProvider(error.error, 'status' in error ? Number(error.status) : 0);
  return new ProviderFailed('answer_wrong', code);
}

/** Answers about the person, whom the provider does not let in as they are. */
const aboutPerson: readonly unknown[] = [
  'invalid_grant',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
];

function refusalOfProvider(said: unknown, status: number): ProviderFailed {
  if (aboutPerson.includes(said)) return new ProviderFailed('person_refused', String(said));
  if (said === 'invalid_client' || said === 'unauthorized_client') return new ProviderFailed('client_refused', said);
  return new ProviderFailed(status >= 500 || status === 429 ? 'unreachable' : 'answer_wrong', String(status));
}
