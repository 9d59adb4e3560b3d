import type { Stripe } from 'stripe';

type RawError = Pick<Stripe.StripeRawError, 'type' | 'code' | 'message' | 'param'>;

/** A refusal in the shape and with the status of Stripe's. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly error: RawError;

  constructor(status: number, error: RawError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalid(message: string, { code, param }: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) });
}

export function missing(kind: string, id: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${kind}: '${id}'`,
  });
}

/** @throws ApiError for a parameter that the real gateway does not know either. */
export function requireKnown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
}
