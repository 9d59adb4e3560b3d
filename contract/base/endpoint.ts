/**
 * The declaration of an endpoint, apart from its handler. The server binds handlers to declarations (and refuses to
 * start when one declares no caller), the client is typed by them, and the OpenAPI document is generated from them.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { roles } from './enumerations.ts';

/**
 * The kinds of caller. `anonymous` means anybody, with or without a token. `site` is the publishable token of one
 * restaurant's site; `registration` is the single-use token that verify-otp gives to a number without an account. `driver` is somebody who takes orders out, with a link and a code instead of
 * an account.
 */
export type CallerKind =
  | 'anonymous'
  | 'site'
  | 'customer'
  | 'registration'
  | 'driver'
  | 'owner'
  | 'manager'
  | 'staff'
  | 'admin';

/** Everybody who works in a restaurant. */
export const merchant = roles satisfies readonly CallerKind[];
/** The roles that set the restaurant up. Staff only take orders, count stock and pause (R25). */
export const editors = ['owner', 'manager'] as const satisfies readonly CallerKind[];

export interface Endpoint {
  /** One sentence for the API page. */
  readonly summary: string;
  /** Empty by default, which stops the server from starting: access is never granted by omission. */
  readonly callers: readonly CallerKind[];
  /** Affects all outlets, so a person limited to some outlets may not call it. */
  readonly isRestaurantWide?: boolean;
  /** A POST that reads. */
  readonly isReading?: boolean;
  /**
   * Polled by every visitor's screen, so it has a rate limit of its own and never uses up that of other calls (R80).
   */
  readonly isPolled?: boolean;
  /**
   * Exception for sessions with support access, which may make every call that reads: `never` excludes a reading call
   * that shows people's data, `always` admits the call that ends the access.
   */
  readonly inSupportAccess?: 'never' | 'always';
  /** May be called from a locked shared tablet, as may everything that reads. */
  readonly whileLocked?: boolean;
  /**
   * May be called on a closed restaurant. Otherwise guests of a closed restaurant may only read, and its owner may call
   * what anonymous callers may; everything else is refused with `restaurant.closed`.
   */
  readonly whileClosed?: boolean;
  /**
   * Guests call it although they have no token, so it also answers on the own domains of restaurants, there for the one
   * restaurant alone. What tokens of guests call does so by itself, and nothing else does.
   */
  readonly isOfSites?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** JSON body. */
  readonly body?: z.ZodType;
  /**
   * Multipart fields; a JSON body of the same shape is accepted too. Values other than strings are sent as JSON text.
   */
  readonly form?: z.ZodObject;
  /** Names of the file parts that `form` may carry. */
  readonly files?: readonly string[];
  /** Accepts an Idempotency-Key header. */
  readonly isIdempotent?: boolean;
  /** Still served when an overloaded server refuses other calls (R88). */
  readonly isUrgent?: boolean;
  /** Overrides `limits.jsonBodyBytes`. */
  readonly maxBodyBytes?: number;
  /** The answer with status 200: a JSON schema, `stream` for server-sent events, or `file` for a download. */
  readonly answer: z.ZodType | 'stream' | 'file';
  /** Errors beyond those any call may answer (request.*, auth.*, rate.*, server.*, restaurant.closed). */
  readonly errors: readonly ErrorCode[];
}

/** Preserves the literal types of a declaration. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}
