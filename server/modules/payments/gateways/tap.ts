/**
 * Tap, a gateway of the Gulf: cards, mada, KNET and Benefit on its hosted page. Its authorisations are objects of their own, and
 * capturing makes a charge. Source: developers.tap.company, November 2026.
 */
import { createHmac } from 'node:crypto';
import { type Currency, isCurrency } from '#contract/base/currency-digits.ts';
import { isId, type PaymentId } from '#contract/base/ids.ts';
import { fromMajor, toDecimalText, toMajor, ZERO } from '#contract/base/money.ts';
import { isSameBytes } from '#server/same-bytes.ts';
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

const address = 'https://api.tap.company';
const timeoutMs = 10_000;
/** Hours after which Tap gives back by itself what nobody has captured. */
const voidAfterHours = 7 * 24;
const currencies: readonly Currency[] = ['AED', 'BHD', 'EGP', 'EUR', 'GBP', 'JOD', 'KWD', 'OMR', 'QAR', 'SAR', 'USD'];

/** The parts of authorisations, charges and refunds that are read. Amounts are in major units. */
interface TapObject {
  id: string;
  status: string;
  amount: number;
  currency: string;
  charge_id?: string;
  customer?: { id?: string };
  metadata?: Record<string, string> | null;
  reference?: { transaction?: string; gateway?: string; payment?: string };
  source?: { id?: string };
  /** `created` in milliseconds since 1970, as text. */
  transaction?: { url?: string; created?: string };
}

/** Tap has these for ids that the account does not have, as far as its documents say; a gateway that stumbles has others. */
const noSuchStatuses: readonly number[] = [400, 403, 404];

type Ask = (method: 'GET' | 'POST', path: string, body?: object, language?: string) => Promise<unknown>;

export function tapGateway(keys: GatewayKeys, place: GatewayPlace): Gateway {
  const ask = openTap(keys.secretKey, place);
  return {
    canMove: (amount, currency) => amount > 0 && currencies.includes(currency),
    begin: (request) => begin(ask, request),
    look: (payment) => look(ask, payment),
    capture: (payment) => capture(ask, payment),
    release: (payment) => release(ask, payment),
    refund: async (payment, { refundId, amount }) => {
      const charge = await findCharge(ask, await findAuthorisation(ask, payment), payment);
      if (charge === null) throw new GatewayFailed('the payment is not captured: there is nothing to refund');
      const before = (await refundsOf(ask, charge)).filter((one) => refundIdOf(one) === refundId);
      if (before.some((one) => !ended.has(one.status))) return;
      // One that has failed is asked for anew by another id.
      if (before.length > 0) throw new GatewayFailed('the refund has failed');
      const made = (await ask('POST', '/v2/refunds', {
        charge_id: charge.id,
        amount: toMajor(amount, payment.currency),
        currency: payment.currency,
        reason: 'requested_by_customer',
        reference: { merchant: refundId, idempotent: refundId },
        metadata: { payment_id: payment.paymentId, refund_id: refundId },
      })) as TapObject;
      if (ended.has(made.status)) throw new GatewayFailed(`tap did not refund: ${made.status}`);
    },
    readNotification: async (raw, headers) => readNotification(keys.notifications, raw, headers['hashstring']),
    payouts: null,
  };
}

/** Tap has no endpoints to register, nor to end: each payment names its own, and the secret key signs. @throws GatewayFailed */
export async function connectTap(secretKey: string, place: GatewayPlace): Promise<GatewayAccount> {
  const mode = modeOfKey(secretKey);
  // Restricted keys are Stripe's alone.
  if (mode === null || secretKey.startsWith('rk_')) {
    throw new GatewayFailed('tap has no secret keys of this form', { isKeyRefused: true });
  }
  await openTap(secretKey, place)('POST', '/v2/charges/list', { limit: 1 });
  const keys = { secretKey, notifications: secretKey };
  return { keys, isTest: mode === 'test', endOlder: () => Promise.resolve() };
}

function openTap(secretKey: string, place: GatewayPlace): Ask {
  return async (method, path, body, language = 'en') => {
    const what = `${method} ${path.replace(/\/auth_\w+/, '/:id')}`;
    let answer: Response;
    try {
      answer = await fetch(new URL(path, place.url ?? address), {
        method,
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json', lang_code: language },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw new GatewayFailed(`tap did not answer ${what}: ${(error as Error).name}`);
    }
    const said = (await answer.json().catch(() => null)) as { errors?: { code?: string }[] } | null;
    if (answer.ok && said !== null) return said;
    const code = said?.errors?.[0]?.code ?? 'no code';
    throw new GatewayFailed(`tap refused ${what}: ${answer.status} ${code}`, {
      isKeyRefused: answer.status === 401,
      isUnknown: noSuchStatuses.includes(answer.status),
    });
  };
}

async function begin(ask: Ask, request: PaymentRequest) {
  const { paymentId, amount, currency } = request;
  const made = (await ask(
    'POST',
    '/v2/authorize',
    {
      amount: toMajor(amount, currency),
      currency,
      threeDSecure: true,
      save_card: false,
      description: request.description,
      metadata: { payment_id: paymentId },
      reference: { transaction: paymentId, order: paymentId, idempotent: paymentId },
      receipt: { email: false, sms: false },
      customer: { first_name: 'Guest', ...(request.email !== null && { email: request.email }) },
      source: { id: 'src_all' },
      auto: { type: 'VOID', time: voidAfterHours },
      post: { url: request.notifyUrl },
      redirect: { url: request.returnUrl },
    },
    request.language,
  )) as TapObject;
  const url = made.transaction?.url;
  if (url === undefined) throw new GatewayFailed('tap began a payment without a page');
  return { gatewayId: made.id, url };
}

/** The states in which nobody can pay any more, and nothing is held. */
const ended = new Set(['ABANDONED', 'CANCELLED', 'DECLINED', 'FAILED', 'RESTRICTED', 'TIMEDOUT', 'VOID']);

async function look(ask: Ask, payment: PaymentAtGateway): Promise<GatewayView> {
  const authorisation = await findAuthorisation(ask, payment);
  const { status, currency } = authorisation;
  const none = { refunds: [], failedRefunds: [], fee: null, isDisputed: false };
  const nothing = { currency, authorised: ZERO, captured: ZERO, ...none };
  if (ended.has(status)) return { ...nothing, stage: 'closed' };
  if (status !== 'AUTHORIZED' && status !== 'CAPTURED') return { ...nothing, stage: 'open' };
  const ours = (amount: number) => fromMajor(amount, isCurrency(currency) ? currency : payment.currency);
  const held = { ...nothing, authorised: ours(authorisation.amount) };
  const charge = await findCharge(ask, authorisation, payment);
  if (charge === null) return { ...held, stage: 'authorised' };
  const all = await refundsOf(ask, charge);
  return {
    ...held,
    stage: 'captured',
    captured: ours(charge.amount),
    // Tap calls a refund pending that it has taken on.
    refunds: all
      .filter(({ status: state }) => !ended.has(state))
      .map((refund) => ({ refundId: refundIdOf(refund), amount: ours(refund.amount) })),
    failedRefunds: all.filter(({ status: state }) => ended.has(state)).map(refundIdOf),
  };
}

/** The id is ours, or Tap's own where somebody has made the refund there. */
function refundIdOf({ id, metadata }: TapObject): string {
  return metadata?.['refund_id'] ?? id;
}

async function capture(ask: Ask, payment: PaymentAtGateway): Promise<void> {
  const authorisation = await findAuthorisation(ask, payment);
  if ((await findCharge(ask, authorisation, payment)) !== null) return;
  const { paymentId, currency } = payment;
  const charge = (await ask('POST', '/v2/charges', {
    amount: authorisation.amount,
    currency,
    customer: { id: authorisation.customer?.id },
    source: { id: authorisation.id },
    metadata: { payment_id: paymentId },
    reference: { transaction: paymentId, order: paymentId, idempotent: `${paymentId}:capture` },
  })) as TapObject;
  if (charge.status !== 'CAPTURED') throw new GatewayFailed(`tap did not capture: ${charge.status}`);
}

/** A page where nobody has paid cannot be closed: money that comes later is seen by looking, and released then. */
async function release(ask: Ask, payment: PaymentAtGateway): Promise<void> {
  const authorisation = await findAuthorisation(ask, payment);
  if (authorisation.status !== 'AUTHORIZED' && authorisation.status !== 'CAPTURED') return;
  if ((await findCharge(ask, authorisation, payment)) !== null) {
    throw new GatewayFailed('the payment is captured: it can be refunded alone');
  }
  await ask('POST', `/v2/authorize/${authorisation.id}/void`, {});
}

async function findAuthorisation(ask: Ask, { gatewayId }: PaymentAtGateway): Promise<TapObject> {
  return (await ask('GET', `/v2/authorize/${encodeURIComponent(gatewayId)}`)) as TapObject;
}

/** The charge that captured an authorisation: among those of its guest since then. */
async function findCharge(
  ask: Ask,
  authorisation: TapObject,
  { paymentId }: PaymentAtGateway,
): Promise<TapObject | null> {
  const { customer, transaction } = authorisation;
  const { charges } = (await ask('POST', '/v2/charges/list', {
    period: { date: { from: Number(transaction?.created ?? 0) } },
    status: 'CAPTURED',
    customers: [customer?.id],
    limit: 50,
  })) as { charges: TapObject[] };
  return charges.find((one) => one.status === 'CAPTURED' && one.metadata?.['payment_id'] === paymentId) ?? null;
}

async function refundsOf(ask: Ask, charge: TapObject): Promise<TapObject[]> {
  const { refunds } = (await ask('POST', '/v2/refunds/list', { charges: [charge.id], limit: 50 })) as {
    refunds: TapObject[];
  };
  return refunds.filter(({ charge_id: id }) => id === charge.id);
}

/** Signatures have no time of their own; an old notification leads to another look, and no further. */
function readNotification(secret: string, raw: Buffer, signature: string | undefined): PaymentId | null {
  try {
    const about = JSON.parse(raw.toString()) as TapObject;
    if (
      secret === '' ||
      signature === undefined ||
      !isSameBytes(hashOf(about, secret), Buffer.from(signature, 'hex'))
    ) {
      throw new NotGenuine('the notification is not signed by tap');
    }
    const paymentId = about.metadata?.['payment_id'] ?? about.reference?.transaction ?? '';
    return isId(paymentId) ? (paymentId as PaymentId) : null;
  } catch (error) {
    if (error instanceof NotGenuine) throw error;
    throw new NotGenuine('the notification is none of tap');
  }
}

/** Tap's `hashstring`, with the amount in all decimals of its currency. */
function hashOf({ id, amount, currency, reference, status, transaction }: TapObject, secret: string): Buffer {
  const code = currency as Currency;
  const said = [
    ['id', id],
    ['amount', toDecimalText(fromMajor(amount, code), code)],
    ['currency', currency],
    ['gateway_reference', reference?.gateway ?? ''],
    ['payment_reference', reference?.payment ?? ''],
    ['status', status],
    ['created', transaction?.created ?? ''],
  ];
  return createHmac('sha256', secret)
    .update(said.map(([name, value]) => `x_${name}${value}`).join(''))
    .digest();
}
