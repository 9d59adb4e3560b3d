import type { Stripe } from 'stripe';
import { GatewayFailed, type GatewayPlace, NotGenuine } from '../gateway.ts';

/** The version whose fields the adapter reads; newer ones of an account change nothing for us. */
export const apiVersion = '2026-10-28.endive';
const timeoutMs = 10_000;

/**
 * The package is loaded with the first payment. By itself it repeats a call once, with the same idempotency key, and only
 * where the connection was closed: whoever asked tries again when it suits them.
 */
export async function openStripe(secretKey: string, { url }: GatewayPlace): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  const at = url === null ? null : new URL(url);
  return new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...(at !== null && {
      protocol: at.protocol === 'http:' ? 'http' : 'https',
      host: at.hostname,
      port: at.port === '' ? (at.protocol === 'http:' ? 80 : 443) : at.port,
    }),
  });
}

/** The facts of an error of Stripe that say nothing of key or guest: its message can have both. */
interface StripeFacts {
  type?: string;
  code?: string;
  param?: string;
  statusCode?: number;
  requestId?: string;
  headers?: Record<string, string>;
}

/** Whether Stripe says so, by the code of its error. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as StripeFacts).code ?? '');
}

/** Whether Stripe says that the parameter is wrong. */
export function isAboutParameter(error: unknown, param: string): boolean {
  return (error as StripeFacts).param === param;
}

/** Whether Stripe has understood the call and does not do it, which is no fault of the moment. */
export function isRefused(error: unknown): boolean {
  return (error as StripeFacts).statusCode === 400;
}

/** @throws GatewayFailed for anything that the call throws. */
export async function asking<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayFailed || error instanceof NotGenuine) throw error;
    throw failure(what, error as StripeFacts);
  }
}

function failure(what: string, { type, code, statusCode, requestId }: StripeFacts): GatewayFailed {
  const facts = [type ?? 'unknown error', code, statusCode, requestId].filter((fact) => fact !== undefined).join(' ');
  return new GatewayFailed(`stripe did not ${what}: ${facts}`, {
    isKeyRefused: type === 'StripeAuthenticationError',
    isForbidden: type === 'StripePermissionError',
    isUnknown: code === 'resource_missing',
    isAmountRefused: code === 'amount_too_small' || code === 'amount_too_large',
  });
}

/**
 * Stripe answers a repeated key for a day as it answered it first, also where that was a fault of its own. A call that is safe
 * to make again gets another key then.
 */
export async function once<T>(key: string, call: (options: { idempotencyKey: string }) => Promise<T>): Promise<T> {
  try {
    return await call({ idempotencyKey: key });
  } catch (error) {
    const { statusCode = 0, headers } = error as StripeFacts;
    if (statusCode < 500 || headers?.['idempotent-replayed'] !== 'true') throw error;
    return call({ idempotencyKey: `${key}:again` });
  }
}
