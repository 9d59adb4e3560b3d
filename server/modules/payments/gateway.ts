/**
 * The shape that all gateways with a page of their own have: a payment is begun, the guest pays there, and the server looks.
 * Nothing is believed but what `look` answers: notifications and the guest's way back are hints to look.
 */
import type { Language, PayoutKind, PayoutState } from '#contract/base/enumerations.ts';
import type { Currency, MinorUnits } from '#contract/base/money.ts';
import type { PaymentId, RefundId, RestaurantId } from '#contract/base/ids.ts';

export interface PaymentRequest {
  restaurantId: RestaurantId;
  paymentId: PaymentId;
  amount: MinorUnits;
  currency: Currency;
  /** One line that the guest reads at the gateway, and the owner beside the payment there. */
  description: string;
  language: Language;
  /** Null for guests without one. */
  email: string | null;
  /** The guest comes back here, whether they have paid or not. */
  returnUrl: string;
  /** The gateway posts its notifications here. */
  notifyUrl: string;
}

/** `url` is the page where the guest pays. */
interface BegunPayment {
  gatewayId: string;
  url: string;
}

/**
 * `open`: nobody has paid yet. `authorised`: the money is held. `captured`: it was taken. `closed`: nobody can pay any more, and
 * nothing is held. Amounts are those that the gateway says, in minor units of its currency.
 */
export interface GatewayView {
  stage: 'open' | 'authorised' | 'captured' | 'closed';
  currency: string;
  authorised: MinorUnits;
  captured: MinorUnits;
  /** The refunds that the gateway has made, by our ids; those that somebody made there have its own. */
  refunds: { refundId: string; amount: MinorUnits }[];
  /** The refunds that failed, by the same ids: also those that were made, and that the guest's bank returned. */
  failedRefunds: string[];
  /** The gateway's own share of what was captured; null where it does not say, or not yet, or in another currency. */
  fee: MinorUnits | null;
  /** The guest's bank asks for captured money back. */
  isDisputed: boolean;
}

/** A payment as the gateway's adapter finds it. */
export interface PaymentAtGateway {
  paymentId: PaymentId;
  gatewayId: string;
  amount: MinorUnits;
  currency: Currency;
}

/**
 * A gateway with the keys of one restaurant. Every call may be repeated: the ids of payment and refund make the gateway do it
 * once. @throws GatewayFailed.
 */
export interface Gateway {
  /** Whether the gateway can move this amount to the last digit. */
  canMove(amount: MinorUnits, currency: Currency): boolean;
  begin(request: PaymentRequest): Promise<BegunPayment>;
  look(payment: PaymentAtGateway): Promise<GatewayView>;
  /** Takes all that is held. */
  capture(payment: PaymentAtGateway): Promise<void>;
  /** Gives back what is held, and closes the page if nobody has paid. Fails where the money was captured. */
  release(payment: PaymentAtGateway): Promise<void>;
  refund(payment: PaymentAtGateway, refund: { refundId: RefundId; amount: MinorUnits }): Promise<void>;
  /**
   * The payment that a genuine notification is about; null where it is about none of ours. Takes the bytes as they came, and
   * headers by their names in lower case. @throws NotGenuine.
   */
  readNotification(raw: Buffer, headers: Record<string, string | undefined>): Promise<PaymentId | null>;
  /** Null where the gateway tells none. */
  payouts: Payouts | null;
}

/** A transfer to the bank account of the restaurant, in the currency of that account; negative where the gateway took money there. */
export interface GatewayPayout {
  payoutId: string;
  state: PayoutState;
  amount: MinorUnits;
  currency: Currency;
  /** 'YYYY-MM-DD' */
  arrivesOn: string;
  /** Whether the gateway says what it is the sum of. */
  isItemised: boolean;
}

/** A part of a transfer. The payment is null where it is none of this product's. */
export interface GatewayPayoutEntry {
  kind: PayoutKind;
  paymentId: PaymentId | null;
  amount: MinorUnits;
  currency: Currency;
  /** Null where it is no amount of the currency. */
  fee: MinorUnits | null;
}

/** @throws GatewayFailed */
export interface Payouts {
  /** Payouts that arrive in these days, both included. */
  list(days: { from: string; to: string }): Promise<GatewayPayout[]>;
  /** Null where the account has no such transfer, or does not itemise it. `isWhole`: nothing was left out. */
  show(payoutId: string): Promise<{ entries: GatewayPayoutEntry[]; isWhole: boolean } | null>;
}

/**
 * The keys of a restaurant, as they are sealed. `notifications` is the secret of the gateway's signatures; empty where the
 * gateway cannot reach this server, and no notification is genuine.
 */
export interface GatewayKeys {
  secretKey: string;
  notifications: string;
}

/** Where the gateway is: `null` for the gateway's own address; tests and development have a simulated one. */
export interface GatewayPlace {
  url: string | null;
}

/** The keys that connecting with a secret key made. */
export interface GatewayAccount {
  keys: GatewayKeys;
  isTest: boolean;
  /** Ends the notifications by keys of before. Until then those go on, because these keys may come not to be stored. @throws GatewayFailed. */
  endOlder: () => Promise<void>;
}

/** The mode of a secret key, which all gateways write into it; null for a text that is no such key. */
export function modeOfKey(secretKey: string): 'test' | 'live' | null {
  const [, mode] = /^[sr]k_(test|live)_\w+$/.exec(secretKey) ?? [];
  return (mode as 'test' | 'live' | undefined) ?? null;
}

/** The gateway refused, or did not answer. The message is for the log: it has no key and no guest's data. */
export class GatewayFailed extends Error {
  override readonly name = 'GatewayFailed';
  /** The key is not, or no longer, accepted. */
  readonly isKeyRefused: boolean;
  /** The key is accepted, and lacks the right to make this call. */
  readonly isForbidden: boolean;
  /** The account has no such payment. */
  readonly isUnknown: boolean;
  /** The gateway takes no payment of this amount, which is too small or too large for it. */
  readonly isAmountRefused: boolean;

  constructor(
    message: string,
    {
      isKeyRefused = false,
      isForbidden = false,
      isUnknown = false,
      isAmountRefused = false,
      ...options
    }: ErrorOptions & Partial<GatewayFailure> = {},
  ) {
    super(message, options);
    this.isKeyRefused = isKeyRefused;
    this.isForbidden = isForbidden;
    this.isUnknown = isUnknown;
    this.isAmountRefused = isAmountRefused;
  }
}

type GatewayFailure = Pick<GatewayFailed, 'isKeyRefused' | 'isForbidden' | 'isUnknown' | 'isAmountRefused'>;

/** The notification was not signed by the gateway, or is too old. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine';
}
