/** The things that an account has at the gateway, in the words of Stripe's own types. */
import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

type CheckoutSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'payment_intent'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
>;
export type Intent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_capturable'
  | 'amount_received'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'capture_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'status'
>;
export type MadeRefund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'payment_intent' | 'reason' | 'status'
>;
export type NotifiedEndpoint = Pick<
  Stripe.WebhookEndpoint,
  | 'id'
  | 'object'
  | 'api_version'
  | 'created'
  | 'description'
  | 'enabled_events'
  | 'livemode'
  | 'metadata'
  | 'secret'
  | 'status'
  | 'url'
>;

export type BalancePart = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'fee' | 'net' | 'type'
> & { source: object };

/** A transfer to the bank, with what it is the sum of. */
export interface MadePayout {
  payout: Pick<
    Stripe.Payout,
    'id' | 'object' | 'amount' | 'arrival_date' | 'automatic' | 'created' | 'currency' | 'livemode' | 'status'
  >;
  parts: BalancePart[];
}

/** A session with all that its page needs to know. */
export interface Checkout {
  account: Account;
  session: CheckoutSession;
  /** Null until somebody tries to pay. */
  intent: Intent | null;
  /** The first line of the basket. */
  title: string;
  captureMethod: Intent['capture_method'];
  description: string | null;
  intentMetadata: Stripe.Metadata;
  wasAuthorised: boolean;
  /** The guest's bank asks for the money back once it is taken. */
  willBeDisputed: boolean;
  isDisputed: boolean;
}

/** The first answer to a key, for all who come with it again. */
interface StoredAnswer {
  request: string;
  answer: { status: number; body: object };
}

export interface Account {
  key: string;
  checkouts: Map<string, Checkout>;
  refunds: MadeRefund[];
  endpoints: NotifiedEndpoint[];
  answers: Map<string, StoredAnswer>;
  /** The newest first. */
  payouts: MadePayout[];
}

export function newAccount(key: string): Account {
  return { key, checkouts: new Map(), refunds: [], endpoints: [], answers: new Map(), payouts: [] };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** A payment as the gateway's books have it, in the gateway's units of the currency. */
export interface LedgerEntry {
  /** The end of the key, by which tests tell accounts apart. */
  account: string;
  /** The merchant's own id, as it was told. */
  reference: string | null;
  sessionId: string;
  currency: string;
  status: 'open' | 'expired' | Intent['status'];
  authorised: number;
  captured: number;
  refunded: number;
  released: number;
}

export function ledgerOf(account: Account): LedgerEntry[] {
  return [...account.checkouts.values()].map(({ session, intent, wasAuthorised }) => {
    const authorised = wasAuthorised ? intent!.amount : 0;
    const captured = intent?.amount_received ?? 0;
    const held = intent?.amount_capturable ?? 0;
    return {
      account: account.key.slice(-8),
      reference: session.client_reference_id,
      sessionId: session.id,
      currency: (session.currency ?? '').toUpperCase(),
      status: session.status === 'complete' ? intent!.status : session.status === 'expired' ? 'expired' : 'open',
      authorised,
      captured,
      refunded: refundedOf(account, intent),
      released: authorised - captured - held,
    };
  });
}

export function refundedOf(account: Account, intent: Intent | null): number {
  return account.refunds
    .filter(({ payment_intent: id, status }) => id === intent?.id && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}
