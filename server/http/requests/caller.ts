import type { CallerKind } from '#contract/base/endpoint.ts';
import type { CustomerId, OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';

/** Who is calling, as found by the bearer token of the request (decision 28). `tokenHash` is the SHA-256 of that token. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'site'; restaurantId: RestaurantId; isClosed: boolean }
  | { kind: 'customer'; restaurantId: RestaurantId; customerId: CustomerId; tokenHash: Buffer; isClosed: boolean }
  | { kind: 'registration'; restaurantId: RestaurantId; phone: string; tokenHash: Buffer; isClosed: boolean }
  | Person<'owner'>
  | Person<'manager'>
  | Person<'staff'>
  | { kind: 'admin'; userId: UserId; name: string; tokenHash: Buffer };

/** Somebody who works in the restaurant. `name` is what others see: 'Sara Khan moved this order'. */
interface Person<Kind extends CallerKind> {
  kind: Kind;
  restaurantId: RestaurantId;
  userId: UserId;
  name: string;
  /** Where they work; null: at all outlets. `transaction` sees to it (server/db/outlet-scope.ts). */
  outletIds: readonly OutletId[] | null;
  /** On a shared tablet that nobody has taken over: it reads and rings, in the name of who logged it in. */
  isLocked: boolean;
  /** An admin of the platform who looks on: reads as an owner does, guests masked, and changes nothing. */
  isSupport: boolean;
  /** Its owner has closed the restaurant: owners read what the contract says, nobody else gets this far. */
  isClosed: boolean;
  tokenHash: Buffer;
}

/** Finds who a bearer token belongs to; null when nobody, or no longer. The accounts module has it. */
export type FindCaller = (token: string, now: Date) => Promise<Caller | null>;
