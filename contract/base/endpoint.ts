/**
 * How an endpoint is declared, before anything handles it. The server binds handlers to declarations (and refuses to start
 * when one declares no caller), the client is typed by them, and the OpenAPI document is made from them.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call. `anonymous` means anybody, with or without a token. `site` is the publishable token of one restaurant's
 * site, `registration` the one-use token that verify-otp gives to a number without an account (decision 5).
 */
export type CallerKind = 'anonymous' | 'site' | 'customer' | 'registration' | 'owner' | 'manager' | 'staff' | 'admin';

/** Everybody who works in a restaurant. */
export const merchant = ['owner', 'manager', 'staff'] as const satisfies readonly CallerKind[];
/** Those who set the restaurant up; staff take orders, count stock and pause (R25). */
export const editors = ['owner', 'manager'] as const satisfies readonly CallerKind[];

export interface Endpoint {
  /** One sentence for the API page. */
  readonly summary: string;
  /** The default is nobody: an empty list stops the server from starting. */
  readonly callers: readonly CallerKind[];
  /** Changes what all outlets share: not for somebody who works at some of them alone. */
  readonly isRestaurantWide?: boolean;
  /** A POST that reads. */
  readonly isReading?: boolean;
  /** What every visitor's screen asks again and again: counted apart, so that nothing else is refused because of it (R80). */
  readonly isPolled?: boolean;
  /** In a support view: `never` where it reads, of the people of the restaurant; `always` what ends the view. Else what reads. */
  readonly inSupport?: 'never' | 'always';
  /** May be called from a shared tablet that is locked, beside everything that reads. */
  readonly whileLocked?: boolean;
  /**
   * May be called of a restaurant that is closed. Beside that, its guests may call what reads, and its owner what anybody may;
   * everything else is refused with `restaurant.closed`.
   */
  readonly whileClosed?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** JSON body. */
  readonly body?: z.ZodType;
  /** Multipart fields; a JSON body of the same shape is accepted too. Fields that are not text travel as JSON text. */
  readonly form?: z.ZodObject;
  /** Names of the file parts that `form` may carry. */
  readonly files?: readonly string[];
  /** Takes an Idempotency-Key header. */
  readonly isIdempotent?: boolean;
  /** Served while an overloaded server refuses others (R88). */
  readonly isUrgent?: boolean;
  /** Of the body, instead of `limits.jsonBodyBytes`. */
  readonly maxBodyBytes?: number;
  /** The answer with status 200: as JSON, `stream` for server-sent events, or `file` for one to keep. */
  readonly answer: z.ZodType | 'stream' | 'file';
  /** Refusals beyond the ones any call may give (request.*, auth.*, rate.*, server.*, restaurant.closed). */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of a declaration. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}
