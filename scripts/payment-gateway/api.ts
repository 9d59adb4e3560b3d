/** The calls of the API that the simulator knows, and the idempotency of those that change something. */
import type { Stripe } from 'stripe';
import type { Account, Checkout } from './accounts.ts';
import { ApiError, invalid } from './api-error.ts';
import { createCheckout, expire, findCheckout } from './checkouts.ts';
import { createEndpoint, listEndpoints, removeEndpoint } from './endpoints.ts';
import { cancel, capture, chargeOf, findPaid, listRefunds, refund } from './money.ts';
import type { Notifier } from './notify.ts';
import { findPayout, listParts, listPayouts } from './payouts.ts';
import type { Params } from './params.ts';

interface ApiCall {
  account: Account;
  method: string;
  path: string;
  params: Params;
  /** The same text for the same request. */
  request: string;
  idempotencyKey: string | undefined;
}

export interface ApiAnswer {
  status: number;
  body: object;
  isReplayed: boolean;
}

interface Surroundings {
  notifier: Notifier;
  /** Where the hosted pages are. */
  pages: string;
  isStrict: boolean;
  /** The smallest amount that can be paid. */
  minimum: number;
  /** Whether a refund that is made now stays on its way. */
  isStuck: () => boolean;
}

/**
 * Answers a call. A repeated key is answered as it was the first time, with its faults; another request with it is refused.
 * @param isFailing the gateway has a fault of its own, and does nothing.
 */
export function answerCall(call: ApiCall, surroundings: Surroundings, isFailing: boolean): ApiAnswer {
  const { account, idempotencyKey: key, request } = call;
  if (call.method !== 'POST' || key === undefined)
    return { ...perform(call, surroundings, isFailing), isReplayed: false };
  const known = account.answers.get(key);
  if (known !== undefined && known.request !== request) {
    return {
      ...refusal(
        new ApiError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
        }),
      ),
      isReplayed: false,
    };
  }
  if (known !== undefined) return { ...known.answer, isReplayed: true };
  const answer = perform(call, surroundings, isFailing);
  // Requests that were refused for their parameters did not begin.
  if (!isAboutParameters(answer.body)) account.answers.set(key, { request, answer });
  return { ...answer, isReplayed: false };
}

function isAboutParameters(body: object): boolean {
  return 'error' in body && (body as { error: Stripe.StripeRawError }).error.param !== undefined;
}

function perform(call: ApiCall, surroundings: Surroundings, isFailing: boolean): { status: number; body: object } {
  try {
    if (isFailing) throw new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' });
    return { status: 200, body: structuredClone(work(call, surroundings)) };
  } catch (error) {
    if (error instanceof ApiError) return refusal(error);
    throw error;
  }
}

export function refusal({ status, error }: ApiError): { status: number; body: { error: object } } {
  return { status, body: { error } };
}

function work({ account, method, path, params }: ApiCall, surroundings: Surroundings): object {
  const { notifier, pages, isStrict, minimum, isStuck } = surroundings;
  const [, resource = '', id = '', action = ''] =
    /^\/v1\/(checkout\/sessions|[a-z_]+)(?:\/([\w-]+))?(?:\/([a-z]+))?$/.exec(path) ?? [];
  switch (`${method} ${resource}${id && '/:id'}${action && `/${action}`}`) {
    case 'GET account':
      return { id: 'acct_simulated', object: 'account', country: 'AE', charges_enabled: true };
    case 'GET balance':
      return emptyBalance;
    case 'GET webhook_endpoints':
      return listEndpoints(account);
    case 'POST webhook_endpoints':
      return createEndpoint(account, params, isStrict);
    case 'DELETE webhook_endpoints/:id':
      return removeEndpoint(account, id);
    case 'POST checkout/sessions': {
      const { session } = createCheckout(account, params, { pages, minimum });
      notifier.forge(account, session);
      return session;
    }
    case 'GET checkout/sessions/:id': {
      const checkout = findCheckout(account, id);
      return params.list('expand').includes('payment_intent.latest_charge.balance_transaction')
        ? expanded(checkout)
        : checkout.session;
    }
    case 'POST checkout/sessions/:id/expire': {
      const checkout = findCheckout(account, id);
      expire(checkout, notifier.notify);
      return checkout.session;
    }
    case 'GET payment_intents/:id':
      return findPaid(account, id).intent;
    case 'POST payment_intents/:id/capture':
      return capture(account, id, params, notifier.notify);
    case 'POST payment_intents/:id/cancel':
      return cancel(account, id, params, notifier.notify);
    case 'GET refunds':
      return listRefunds(account, params);
    case 'GET payouts':
      return listPayouts(account, params);
    case 'GET payouts/:id':
      return findPayout(account, id);
    case 'GET balance_transactions':
      return listParts(account, params);
    case 'POST refunds':
      return refund(account, params, notifier.notify, isStuck());
    default:
      throw invalid(`Unrecognized request URL (${method}: ${path}).`);
  }
}

const emptyBalance: Pick<Stripe.Balance, 'object' | 'available' | 'livemode' | 'pending'> = {
  object: 'balance',
  available: [],
  livemode: false,
  pending: [],
};

function expanded(checkout: Checkout) {
  const { session, intent } = checkout;
  return { ...session, payment_intent: intent && { ...intent, latest_charge: chargeOf(checkout, intent) } };
}
