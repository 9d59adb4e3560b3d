/** The addresses that an account is notified at. */
import type { Stripe } from 'stripe';
import { type Account, newId, type NotifiedEndpoint, secondsNow } from './accounts.ts';
import { invalid, missing, requireKnown } from './api-error.ts';
import type { Params } from './params.ts';

const names: readonly (keyof Stripe.WebhookEndpointCreateParams)[] = [
  'url',
  'enabled_events',
  'api_version',
  'description',
  'metadata',
];

/** Endpoints that the real gateway takes for an account. */
const mostEndpoints = 16;

/** @param isStrict refuses addresses that only this machine reaches, as the real gateway does. */
export function createEndpoint(account: Account, params: Params, isStrict: boolean): NotifiedEndpoint {
  requireKnown(params.names, names);
  const url = params.text('url') ?? '';
  if (!URL.canParse(url) || (isStrict && /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname))) {
    throw invalid('Invalid URL: it must be publicly accessible', { code: 'url_invalid', param: 'url' });
  }
  if (account.endpoints.length >= mostEndpoints)
    throw invalid(`You have reached the maximum of ${mostEndpoints} test webhook endpoints.`);
  const endpoint: NotifiedEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: params.text('api_version'),
    created: secondsNow(),
    description: params.text('description'),
    enabled_events: params.list('enabled_events').filter((event) => typeof event === 'string'),
    livemode: false,
    metadata: {},
    secret: newId('whsec'),
    status: 'enabled',
    url,
  };
  account.endpoints.push(endpoint);
  return endpoint;
}

/** Without their secrets, which are told once. */
export function listEndpoints(account: Account) {
  const data = account.endpoints.map(({ secret: _, ...endpoint }) => endpoint);
  return { object: 'list', url: '/v1/webhook_endpoints', data, has_more: false };
}

export function removeEndpoint(account: Account, id: string): Stripe.DeletedWebhookEndpoint {
  if (!account.endpoints.some((endpoint) => endpoint.id === id)) throw missing('webhook_endpoint', id);
  account.endpoints = account.endpoints.filter((endpoint) => endpoint.id !== id);
  return { id, object: 'webhook_endpoint', deleted: true };
}
