/** Stripe: its hosted Checkout, where the guest pays by card, Apple Pay or Google Pay, and its captures by hand. */
import type { Stripe } from 'stripe';
import { type Currency, isCurrency } from '#contract/base/currency-digits.ts';
import type { PaymentId, RefundId } from '#contract/base/ids.ts';
import { type MinorUnits, ZERO } from '#contract/base/money.ts';
import {
  type Gateway,
  type GatewayAccount,
  GatewayFailed,
  type GatewayKeys,
  type GatewayPlace,
  type GatewayView,
  modeOfKey,
  NotGenuine,
  type PaymentAtGateway,
  type PaymentRequest,
} from '../gateway.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { apiVersion, asking, hasCode, isAboutParameter, isRefused, once, openStripe } from './stripe-calls.ts';
import { paymentField, paymentOf } from './stripe-ids.ts';
import { feeIn, listPayouts, showPayout } from './stripe-payouts.ts';

/** Our id in the metadata of a refund, beside that of the payment. */
const refundField = 'refund_id';

/** The notifications that are worth a look. */
const events: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
];
const toleranceSeconds = 300;

export function stripeGateway(keys: GatewayKeys, place: GatewayPlace): Gateway {
  const stripe = () => openStripe(keys.secretKey, place);
  return {
    canMove: (amount, currency) => toStripeAmount(amount, currency) !== null,
    begin: (request) => asking('begin a payment', async () => begin(await stripe(), request)),
    look: (payment) => asking('show a payment', async () => look(await stripe(), payment)),
    capture: (payment) => asking('capture a payment', async () => capture(await stripe(), payment)),
    release: (payment) => asking('release a payment', async () => release(await stripe(), payment)),
    refund: (payment, refund) => asking('refund a payment', async () => giveBack(await stripe(), payment, refund)),
    readNotification: async (raw, headers) =>
      asking('read a notification', async () =>
        readNotification(await stripe(), keys.notifications, raw, headers['stripe-signature']),
      ),
    payouts: {
      list: (days) => asking('list payouts', async () => listPayouts(await stripe(), days)),
      show: (payoutId) => asking('show a payout', async () => showPayout(await stripe(), payoutId)),
    },
  };
}

/**
 * Finds out whether the key is accepted, and registers the address of notifications. An address that Stripe cannot reach
 * (localhost) leaves an account without notifications, whose payments are found by looking alone.
 * @throws GatewayFailed
 */
export async function connectStripe(
  secretKey: string,
  place: GatewayPlace,
  notifyUrl: string,
): Promise<GatewayAccount> {
  const mode = modeOfKey(secretKey);
  if (mode === null) throw new GatewayFailed('stripe has no secret keys of this form', { isKeyRefused: true });
  return asking('connect an account', async () => {
    const stripe = await openStripe(secretKey, place);
    await stripe.balance.retrieve();
    const { secret: notifications, older } = await registerNotifications(stripe, notifyUrl);
    const endOlder = () => asking('end older notifications', () => removeEndpoints(stripe, older));
    return { keys: { secretKey, notifications }, isTest: mode === 'test', endOlder };
  });
}

/**
 * The secret is told with a new endpoint alone. `older` are those that the address has had before. An account that is full of endpoints takes
 * a new one in their place alone.
 */
async function registerNotifications(stripe: Stripe, url: string): Promise<{ secret: string; older: string[] }> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const older = data.filter((endpoint) => endpoint.url === url).map(({ id }) => id);
  const create = async () => {
    const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: events, api_version: apiVersion });
    return endpoint.secret ?? '';
  };
  try {
    return { secret: await create(), older };
  } catch (error) {
    if (isAboutParameter(error, 'url')) return { secret: '', older };
    if (!isRefused(error) || older.length === 0) throw error;
    await removeEndpoints(stripe, older);
    return { secret: await create(), older: [] };
  }
}

async function removeEndpoints(stripe: Stripe, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await stripe.webhookEndpoints.del(id);
    } catch (error) {
      // Somebody who connected at the same time has removed it.
      if (!hasCode(error, 'resource_missing')) throw error;
    }
  }
}

async function begin(stripe: Stripe, request: PaymentRequest) {
  const { paymentId, currency, description } = request;
  const amount = requireAmount(request.amount, currency);
  const metadata = { [paymentField]: paymentId };
  const session = await once(`${paymentId}:begin`, (options) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: amount,
              product_data: { name: description },
            },
          },
        ],
        // Otherwise guests may be charged in a currency of their own, which Stripe converts.
        adaptive_pricing: { enabled: false },
        payment_intent_data: { capture_method: 'manual', description, metadata },
        metadata,
        client_reference_id: paymentId,
        // Stripe's page has no Arabic; it then speaks the browser's language, where it can.
        locale: request.language === 'en' ? 'en' : 'auto',
        ...(request.email !== null && { customer_email: request.email }),
        success_url: request.returnUrl,
        cancel_url: request.returnUrl,
      },
      options,
    ),
  );
  if (session.url === null) throw new GatewayFailed('stripe began a payment without a page');
  return { gatewayId: session.id, url: session.url };
}

/** The session, and its payment intent once somebody has tried to pay, with its charge and the fee of it. */
async function findSession(stripe: Stripe, { gatewayId }: PaymentAtGateway) {
  const session = await stripe.checkout.sessions.retrieve(gatewayId, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  });
  const { payment_intent: intent } = session;
  if (typeof intent === 'string') throw new GatewayFailed('stripe did not expand the payment intent');
  return { session, intent };
}

async function look(stripe: Stripe, payment: PaymentAtGateway): Promise<GatewayView> {
  const { session, intent } = await findSession(stripe, payment);
  const stage = stageOf(session.status, intent?.status ?? null);
  const currency = (intent?.currency ?? session.currency ?? payment.currency).toUpperCase();
  const ours = (amount: number) => fromStripeAmount(amount, isCurrency(currency) ? currency : payment.currency);
  const view: GatewayView = {
    stage,
    currency,
    authorised: ZERO,
    captured: ZERO,
    refunds: [],
    failedRefunds: [],
    fee: null,
    isDisputed: false,
  };
  if (intent === null || stage === 'open' || stage === 'closed') return view;
  if (stage === 'authorised') return { ...view, authorised: ours(intent.amount_capturable) };
  const refunds = await refundsOf(stripe, intent.id);
  return {
    ...view,
    authorised: ours(intent.amount),
    captured: ours(intent.amount_received),
    ...chargeOf(intent, ours),
    // Others are on their way.
    refunds: refunds
      .filter(({ status }) => status === 'succeeded')
      .map((refund) => ({ refundId: refundIdOf(refund), amount: ours(refund.amount) })),
    failedRefunds: refunds.filter(hasFailed).map(refundIdOf),
  };
}

/** The id is ours, or Stripe's own where somebody has made the refund there. */
function refundIdOf({ id, metadata }: Stripe.Refund): string {
  return metadata?.[refundField] ?? id;
}

/** A refund that has succeeded can fail days later, when the guest's bank returns it. */
function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

/** An account that is settled in another currency is told its fee in that one, which is no amount of the payment's. */
function chargeOf(
  { latest_charge: charge, currency }: Stripe.PaymentIntent,
  ours: (amount: number) => MinorUnits,
): Pick<GatewayView, 'fee' | 'isDisputed'> {
  if (charge === null || typeof charge === 'string') return { fee: null, isDisputed: false };
  const { balance_transaction: balance, disputed: isDisputed } = charge;
  const isTold = balance !== null && typeof balance !== 'string' && balance.currency === currency;
  return { fee: isTold ? feeIn(ours, balance.fee) : null, isDisputed };
}

function stageOf(
  session: Stripe.Checkout.Session.Status | null,
  intent: Stripe.PaymentIntent.Status | null,
): GatewayView['stage'] {
  if (intent === 'requires_capture') return 'authorised';
  if (intent === 'succeeded') return 'captured';
  if (intent === 'canceled' || session === 'expired') return 'closed';
  return 'open';
}

function refundsOf(stripe: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  return stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1000 });
}

async function capture(stripe: Stripe, payment: PaymentAtGateway): Promise<void> {
  const { intent } = await findSession(stripe, payment);
  if (intent?.status === 'succeeded') return;
  if (intent === null) throw new GatewayFailed('nobody has paid: there is nothing to capture');
  try {
    await once(`${payment.paymentId}:capture`, (options) => stripe.paymentIntents.capture(intent.id, {}, options));
  } catch (error) {
    if (!hasCode(error, 'payment_intent_unexpected_state', 'charge_already_captured')) throw error;
    const { intent: now } = await findSession(stripe, payment);
    if (now?.status !== 'succeeded') throw error;
  }
}

async function release(stripe: Stripe, payment: PaymentAtGateway): Promise<void> {
  let found = await findSession(stripe, payment);
  if (found.session.status === 'open') {
    try {
      await stripe.checkout.sessions.expire(payment.gatewayId);
      return;
    } catch (error) {
      // The guest may have paid at this moment.
      found = await findSession(stripe, payment);
      if (found.session.status === 'open') throw error;
    }
  }
  const { intent } = found;
  if (intent === null || intent.status === 'canceled') return;
  if (intent.status === 'succeeded') throw new GatewayFailed('the payment is captured: it can be refunded alone');
  await once(`${payment.paymentId}:release`, (options) => stripe.paymentIntents.cancel(intent.id, {}, options));
}

async function giveBack(
  stripe: Stripe,
  payment: PaymentAtGateway,
  { refundId, amount }: { refundId: RefundId; amount: MinorUnits },
): Promise<void> {
  const { intent } = await findSession(stripe, payment);
  if (intent === null) throw new GatewayFailed('nobody has paid: there is nothing to refund');
  // Keys are forgotten after a day; the refund itself is not, and one that has failed is asked for anew by another id.
  const made = (await refundsOf(stripe, intent.id)).filter((one) => refundIdOf(one) === refundId);
  if (made.some((one) => !hasFailed(one))) return;
  if (made.length > 0) throw new GatewayFailed('the refund has failed');
  const refund = await once(refundId, (options) =>
    stripe.refunds.create(
      {
        payment_intent: intent.id,
        amount: requireAmount(amount, payment.currency),
        metadata: { [paymentField]: payment.paymentId, [refundField]: refundId },
      },
      options,
    ),
  );
  if (refund.status === 'failed') throw new GatewayFailed(`the refund failed: ${refund.failure_reason ?? 'no reason'}`);
}

function requireAmount(amount: MinorUnits, currency: Currency): number {
  const charged = toStripeAmount(amount, currency);
  if (charged === null) throw new GatewayFailed(`stripe cannot move ${amount} minor units of ${currency}`);
  return charged;
}

async function readNotification(
  stripe: Stripe,
  secret: string,
  raw: Buffer,
  signature: string | undefined,
): Promise<PaymentId | null> {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(raw, signature ?? '', secret, toleranceSeconds);
  } catch {
    throw new NotGenuine('the notification is not signed by stripe, or too old');
  }
  const { metadata, payment_intent: intent } = event.data.object as {
    metadata?: Stripe.Metadata | null;
    payment_intent?: string | null;
  };
  const paymentId = paymentOf(metadata);
  // Disputes, and refunds that somebody made at Stripe, name the payment intent alone.
  if (paymentId !== null || typeof intent !== 'string') return paymentId;
  return paymentOf((await stripe.paymentIntents.retrieve(intent)).metadata);
}
