import type { CallerKind } from '#contract/base/endpoint.ts';
import type { CustomerId, DriverId, OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';

/** The caller, as identified by the bearer token of the request. `tokenHash` is the SHA-256 of that token. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'site'; restaurantId: RestaurantId; isClosed: boolean }
  | GuestCaller
  | DriverCaller
  | { kind: 'registration'; restaurantId: RestaurantId; phone: string; tokenHash: Buffer; isClosed: boolean }
  | Person<'owner'>
  | Person<'manager'>
  | Person<'staff'>
  | { kind: 'admin'; userId: UserId; name: string; tokenHash: Buffer };

/** A guest with an account at the restaurant. */
interface GuestCaller {
  kind: 'customer';
  restaurantId: RestaurantId;
  customerId: CustomerId;
  /** The guest gave no number at a table, and orders at tables alone. */
  isWithoutPhone: boolean;
  tokenHash: Buffer;
  isClosed: boolean;
}

/** Somebody who takes orders out. Has no account, and no right beyond the calls of the driver's page. */
export interface DriverCaller {
  kind: 'driver';
  restaurantId: RestaurantId;
  driverId: DriverId;
  name: string;
  /** The outlets that they drive for; null means all. `transaction` enforces them, as for those who work there. */
  outletIds: readonly OutletId[] | null;
  tokenHash: Buffer;
  isClosed: boolean;
}

export type MerchantCaller = Extract<Caller, { userId: unknown; outletIds: unknown }>;

/** A member of the restaurant's staff. `name` is shown to others: 'Sara Khan moved this order'. */
interface Person<Kind extends CallerKind> {
  kind: Kind;
  restaurantId: RestaurantId;
  userId: UserId;
  name: string;
  /** The outlets the person works at; null means all. `transaction` enforces them (server/db/outlet-scope.ts). */
  outletIds: readonly OutletId[] | null;
  /** The device is a shared tablet: the person has proven who they are by a PIN at most. */
  isShared: boolean;
  /** A shared tablet that nobody has unlocked: it reads and rings, in the name of the person who signed it in. */
  isLocked: boolean;
  /** An admin with support access: reads as an owner does, with guests masked, and changes nothing. */
  isSupportAccess: boolean;
  /** The owner has closed the restaurant. Only owners get this far, and read what the contract allows. */
  isClosed: boolean;
  tokenHash: Buffer;
}

/** Finds the owner of a bearer token; null for an unknown or ended one. Implemented by the accounts module. */
export type FindCaller = (token: string, now: Date) => Promise<Caller | null>;
