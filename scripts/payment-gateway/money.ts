/** Captures, cancellations and refunds of payments. */
import type { Stripe } from 'stripe';
import {
  type Account,
  type Checkout,
  type Intent,
  type MadeRefund,
  newId,
  refundedOf,
  secondsNow,
} from './accounts.ts';
import { type ApiError, invalid, missing, requireKnown } from './api-error.ts';
import type { Notify } from './checkouts.ts';
import { pageOf } from './lists.ts';
import type { Params } from './params.ts';

type Names<T> = readonly (keyof T & string)[];
const captureNames: Names<Stripe.PaymentIntentCaptureParams> = ['amount_to_capture', 'expand'];
const cancelNames: Names<Stripe.PaymentIntentCancelParams> = ['cancellation_reason', 'expand'];
const refundNames: Names<Stripe.RefundCreateParams> = ['payment_intent', 'amount', 'metadata', 'reason', 'expand'];
const listNames: Names<Stripe.RefundListParams> = ['payment_intent', 'limit', 'starting_after', 'expand'];

export function findPaid(account: Account, intentId: string): { checkout: Checkout; intent: Intent } {
  for (const checkout of account.checkouts.values()) {
    if (checkout.intent?.id === intentId) return { checkout, intent: checkout.intent };
  }
  throw missing('payment_intent', intentId);
}

export function capture(account: Account, intentId: string, params: Params, notify: Notify): Intent {
  requireKnown(params.names, captureNames);
  const { checkout, intent } = findPaid(account, intentId);
  if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'captured');
  const amount = params.whole('amount_to_capture') ?? intent.amount_capturable;
  if (!(amount > 0 && amount <= intent.amount_capturable))
    throw invalid('Invalid amount', { param: 'amount_to_capture' });
  intent.status = 'succeeded';
  intent.amount_received = amount;
  intent.amount_capturable = 0;
  checkout.session.payment_status = 'paid';
  notify(account, 'payment_intent.succeeded', intent);
  if (checkout.willBeDisputed) dispute(checkout, intent, notify);
  return intent;
}

function dispute(checkout: Checkout, intent: Intent, notify: Notify): void {
  checkout.isDisputed = true;
  const made: Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'currency' | 'metadata' | 'payment_intent' | 'status'> =
    {
      id: newId('du'),
      object: 'dispute',
      amount: intent.amount_received,
      currency: intent.currency,
      metadata: {},
      payment_intent: intent.id,
      status: 'needs_response',
    };
  notify(checkout.account, 'charge.dispute.created', made);
}

/** Per mille of each captured amount; the last digit of three decimals stays 0. */
const feePerMille = 29;
const threeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

/** The charge of a payment as far as the adapter reads it; null while nothing is held. */
export function chargeOf({ wasAuthorised, isDisputed }: Checkout, intent: Intent) {
  if (!wasAuthorised) return null;
  const { amount_received: amount, currency } = intent;
  const step = threeDecimals.includes(currency) ? 10 : 1;
  const fee = Math.round((amount * feePerMille) / 1000 / step) * step;
  const balance = {
    id: `txn_${intent.id}`,
    object: 'balance_transaction',
    amount,
    currency,
    fee,
    net: amount - fee,
  } as const;
  return {
    id: `ch_${intent.id}`,
    object: 'charge',
    disputed: isDisputed,
    balance_transaction: amount === 0 ? null : balance,
  } as const;
}

export function cancel(account: Account, intentId: string, params: Params, notify: Notify): Intent {
  requireKnown(params.names, cancelNames);
  const { checkout, intent } = findPaid(account, intentId);
  if (checkout.session.status === 'open') throw invalid('Expire the Checkout Session instead');
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'canceled');
  intent.status = 'canceled';
  intent.amount_capturable = 0;
  intent.canceled_at = secondsNow();
  notify(account, 'payment_intent.canceled', intent);
  return intent;
}

function unexpectedState({ status }: Intent, done: string): ApiError {
  return invalid(`This PaymentIntent could not be ${done} because it has a status of ${status}.`, {
    code: 'payment_intent_unexpected_state',
  });
}

/** @param isStuck it is taken on, and not made. */
export function refund(account: Account, params: Params, notify: Notify, isStuck: boolean): MadeRefund {
  requireKnown(params.names, refundNames);
  const { intent } = findPaid(account, params.text('payment_intent') ?? '');
  if (intent.status !== 'succeeded') {
    throw invalid('This PaymentIntent does not have a successful charge to refund.', {
      code: 'payment_intent_unexpected_state',
    });
  }
  const left = intent.amount_received - refundedOf(account, intent);
  if (left === 0) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
  const amount = params.whole('amount') ?? left;
  if (!(amount > 0 && amount <= left)) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const made: MadeRefund = {
    id: newId('re'),
    object: 'refund',
    amount,
    created: secondsNow(),
    currency: intent.currency,
    metadata: params.group('metadata').texts(),
    payment_intent: intent.id,
    reason: null,
    status: isStuck ? 'pending' : 'succeeded',
  };
  account.refunds.unshift(made);
  notify(account, 'refund.created', made);
  if (!isStuck) notify(account, 'refund.updated', made);
  return made;
}

/** The guests' banks return what they had taken, and refuse what is on its way, as of cards that were closed. */
export function returnRefunds(account: Account, notify: Notify): void {
  for (const made of account.refunds.filter(({ status }) => status !== 'failed')) {
    made.status = 'failed';
    notify(account, 'refund.failed', made);
  }
}

/** The newest first, as Stripe lists. */
export function listRefunds(account: Account, params: Params) {
  requireKnown(params.names, listNames);
  const asked = params.text('payment_intent');
  const all = account.refunds.filter(({ payment_intent: id }) => asked === null || id === asked);
  return pageOf(all, params, '/v1/refunds');
}
