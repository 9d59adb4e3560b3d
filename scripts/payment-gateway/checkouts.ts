/** Hosted pages, and the money that is paid there. */
import type { Stripe } from 'stripe';
import { type Account, type Checkout, type Intent, newId, secondsNow } from './accounts.ts';
import { invalid, missing, requireKnown } from './api-error.ts';
import { Params } from './params.ts';

/** Tells the endpoints of an account. */
export type Notify = (account: Account, type: Stripe.Event.Type, object: { id: string; object: string }) => void;

type Names<T> = readonly (keyof T & string)[];
const sessionNames: Names<Stripe.Checkout.SessionCreateParams> = [
  'mode',
  'line_items',
  'adaptive_pricing',
  'payment_intent_data',
  'metadata',
  'client_reference_id',
  'locale',
  'customer_email',
  'success_url',
  'cancel_url',
  'expand',
];
const intentNames: Names<Stripe.Checkout.SessionCreateParams.PaymentIntentData> = [
  'capture_method',
  'description',
  'metadata',
];
const lineNames: Names<Stripe.Checkout.SessionCreateParams.LineItem> = ['quantity', 'price_data'];
const priceNames: Names<Stripe.Checkout.SessionCreateParams.LineItem.PriceData> = [
  'currency',
  'unit_amount',
  'product_data',
];
const threeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const wholeOfTwoDecimals = ['isk', 'ugx'];
const daySeconds = 24 * 3600;

/** `pages` is the address below which the gateway has its pages, `minimum` the smallest amount that it takes. */
export function createCheckout(
  account: Account,
  params: Params,
  { pages, minimum }: { pages: string; minimum: number },
): Checkout {
  requireKnown(params.names, sessionNames);
  if (params.text('mode') !== 'payment') throw invalid('The simulator has payments only', { param: 'mode' });
  for (const name of ['success_url', 'cancel_url']) {
    if (!URL.canParse(params.text(name) ?? '')) throw invalid('Not a valid URL', { code: 'url_invalid', param: name });
  }
  const email = params.text('customer_email');
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  }
  const { amount, currency, title } = readLines(params);
  if (amount < minimum) throw invalid('The total amount is below the minimum', { code: 'amount_too_small' });
  const intentData = params.group('payment_intent_data');
  requireKnown(intentData.names, intentNames);
  const id = newId('cs_test');
  const created = secondsNow();
  const checkout: Checkout = {
    account,
    session: {
      id,
      object: 'checkout.session',
      amount_subtotal: amount,
      amount_total: amount,
      cancel_url: params.text('cancel_url'),
      client_reference_id: params.text('client_reference_id'),
      created,
      currency,
      customer_email: email,
      expires_at: created + daySeconds,
      livemode: false,
      locale: params.text('locale'),
      metadata: params.group('metadata').texts(),
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: params.text('success_url'),
      url: `${pages}/pay/${id}`,
    },
    intent: null,
    title,
    captureMethod: intentData.text('capture_method') === 'manual' ? 'manual' : 'automatic',
    description: intentData.text('description'),
    intentMetadata: intentData.group('metadata').texts(),
    wasAuthorised: false,
    willBeDisputed: false,
    isDisputed: false,
  };
  account.checkouts.set(id, checkout);
  return checkout;
}

function readLines(params: Params): { amount: number; currency: string; title: string } {
  const lines = params.list('line_items').filter((line) => line instanceof Params);
  const [first] = lines;
  if (first === undefined) throw invalid('You must have at least one line item', { param: 'line_items' });
  const amount = lines.reduce((sum, line) => {
    requireKnown(line.names, lineNames);
    requireKnown(line.group('price_data').names, priceNames);
    return sum + (line.group('price_data').whole('unit_amount') ?? Number.NaN) * (line.whole('quantity') ?? Number.NaN);
  }, 0);
  const currency = first.group('price_data').text('currency') ?? '';
  const param = 'line_items[0][price_data][unit_amount]';
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`, { param: 'currency' });
  if (!(amount > 0)) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param });
  if (threeDecimals.includes(currency) && amount % 10 !== 0) {
    throw invalid('The last digit of amounts in three-decimal currencies must be 0', { param });
  }
  if (wholeOfTwoDecimals.includes(currency) && amount % 100 !== 0) {
    throw invalid('Amounts in this currency must be divisible by 100', { param });
  }
  return { amount, currency, title: first.group('price_data').group('product_data').text('name') ?? '' };
}

/** The test cards of the hosted page. */
export const cards = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0025 0000 3155',
  disputes: '4000 0000 0000 0259',
} as const;
export type Card = keyof typeof cards;

/** Somebody presses Pay. Answers the step that the page shows next. */
export function pay(checkout: Checkout, card: Card, notify: Notify): 'paid' | 'declined' | 'asks' {
  requireOpen(checkout);
  const intent = (checkout.intent ??= newIntent(checkout));
  checkout.session.payment_intent = intent.id;
  if (card === 'asks') {
    intent.status = 'requires_action';
    return 'asks';
  }
  if (card === 'declined') {
    intent.status = 'requires_payment_method';
    notify(checkout.account, 'payment_intent.payment_failed', intent);
    return 'declined';
  }
  checkout.willBeDisputed = card === 'disputes';
  return confirm(checkout, notify);
}

/** The guest's bank has asked the guest, who said so. */
export function answerBank(checkout: Checkout, isApproved: boolean, notify: Notify): 'paid' | 'declined' {
  requireOpen(checkout);
  if (checkout.intent?.status !== 'requires_action') throw invalid('The bank has asked nothing');
  return isApproved ? confirm(checkout, notify) : (pay(checkout, 'declined', notify) as 'declined');
}

function confirm(checkout: Checkout, notify: Notify): 'paid' {
  const { account, session } = checkout;
  const intent = checkout.intent!;
  const isHeld = checkout.captureMethod === 'manual';
  intent.status = isHeld ? 'requires_capture' : 'succeeded';
  intent[isHeld ? 'amount_capturable' : 'amount_received'] = intent.amount;
  checkout.wasAuthorised = true;
  session.status = 'complete';
  session.payment_status = isHeld ? 'unpaid' : 'paid';
  session.url = null;
  notify(account, isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
  notify(account, 'checkout.session.completed', session);
  return 'paid';
}

function requireOpen({ session }: Checkout): void {
  if (session.status === 'open' && secondsNow() >= session.expires_at) session.status = 'expired';
  if (session.status !== 'open') throw invalid('This page has expired: nothing was charged');
}

function newIntent({ session, captureMethod, description, intentMetadata }: Checkout): Intent {
  return {
    id: newId('pi'),
    object: 'payment_intent',
    amount: session.amount_total!,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: captureMethod,
    created: secondsNow(),
    currency: session.currency!,
    description,
    livemode: false,
    metadata: intentMetadata,
    status: 'requires_payment_method',
  };
}

export function findCheckout(account: Account, id: string): Checkout {
  const checkout = account.checkouts.get(id);
  if (checkout === undefined) throw missing('checkout.session', id);
  return checkout;
}

/** Nobody can pay any more. */
export function expire(checkout: Checkout, notify: Notify): void {
  const { account, session, intent } = checkout;
  if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  session.status = 'expired';
  session.url = null;
  if (intent !== null) intent.status = 'canceled';
  notify(account, 'checkout.session.expired', session);
}
