/**
 * The shape that courier companies have: one is asked for a price, ordered, told that the food is ready, cancelled, and looked at.
 * Only the answer of `look` is believed; a notification is a hint to look.
 */
import type { CourierState } from '#contract/delivery/courier-states.ts';
import type { DeliveryId } from '#contract/base/ids.ts';
import type { Currency, MinorUnits } from '#contract/base/money.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';

/** A door. Empty texts where nothing is known. */
export interface CourierStop {
  street: string;
  /** Floor, and how to find it. */
  complement: string;
  area: string;
  postcode: string;
  /** Alpha-2; ZZ when unknown. */
  country: string;
  pin: Pin | null;
}

export interface CourierTrip {
  from: CourierStop;
  to: CourierStop;
}

/** `fee` is null where the company does not say. */
export interface CourierQuote {
  isAvailable: boolean;
  fee: { amount: MinorUnits; currency: Currency } | null;
  minutes: number | null;
}

export interface CourierRequest extends CourierTrip {
  /** Ours, by which the company knows the delivery, and does it once. */
  deliveryId: DeliveryId;
  guest: { name: string; phone: string };
  /** One line for the courier: what they have to take at the door. */
  note: string;
}

/** The delivery as the company has it. */
export interface CourierView {
  state: Exclude<CourierState, 'asked'>;
  /** Null while no courier is known; empty where they have no name. */
  name: string | null;
  phone: string | null;
  trackingUrl: string | null;
}

/**
 * A company with the keys of one restaurant. Every call may be repeated: the id of the delivery makes the company do it once.
 * @throws CourierFailed
 */
export interface CourierService {
  /** Whether the company accepts the keys. */
  signIn(): Promise<void>;
  quote(trip: CourierTrip): Promise<CourierQuote>;
  order(request: CourierRequest): Promise<void>;
  /** Null where the company knows no such delivery. */
  look(deliveryId: DeliveryId): Promise<CourierView | null>;
  sayReady(deliveryId: DeliveryId): Promise<void>;
  /** @returns false where the company does not cancel it any more. */
  cancel(deliveryId: DeliveryId): Promise<boolean>;
  /** The delivery that a genuine notification is about; null where it is about none. @throws NotGenuine. */
  readNotification(raw: Buffer, headers: Record<string, string | undefined>): DeliveryId | null;
}

/** The company refused, or did not answer. The message is for the log: it has no key and no guest's data. */
export class CourierFailed extends Error {
  override readonly name = 'CourierFailed';
  /**
   * `keys`: not, or no longer, accepted. `not_allowed`: the keys are, and may not do this. `refused`: it would refuse the same again.
   * `silent`: it may answer later.
   */
  readonly kind: 'keys' | 'not_allowed' | 'refused' | 'silent';

  constructor(message: string, kind: CourierFailed['kind'], options: ErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** The notification was not signed by the company. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine';
}
