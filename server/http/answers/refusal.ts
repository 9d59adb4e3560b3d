import { type ErrorCode, errorMessage } from '#contract/base/errors.ts';

/**
 * An ordinary no: the outlet is closed, the code is wrong. Modules throw it and the HTTP door turns it into the error answer
 * of `code` (decision 27). Anything else that is thrown is a bug, or the database being gone.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  /** What a screen needs to go on; also fills the `{words}` of the sentence. `seconds` becomes Retry-After. */
  readonly details: Record<string, unknown> | undefined;
  /** What is wrong with each input, by its path: `{ 'items.0.quantity': '...' }`. */
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, details?: Record<string, unknown>, fields?: Record<string, string>) {
    super(errorMessage(code, details));
    this.code = code;
    this.details = details;
    this.fields = fields;
  }
}
