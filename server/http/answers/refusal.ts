import { type ErrorCode, errorMessage } from '#contract/base/errors.ts';
import type { FieldProblems } from '#contract/base/field-problems.ts';

/**
 * An expected refusal: the outlet is closed, the code is wrong. Modules throw it, and the HTTP layer turns it into the
 * error answer of `code`. Any other error is a bug, or a lost database.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  /** Data for the screen to continue; also fills the `{words}` of the message. `seconds` becomes Retry-After. */
  readonly details: Record<string, unknown> | undefined;
  /** The problem of each input, by its path: `{ 'items.0.quantity': { code: 'required' } }`. */
  readonly fields: FieldProblems | undefined;

  constructor(code: ErrorCode, details?: Record<string, unknown>, fields?: FieldProblems) {
    super(errorMessage(code, details));
    this.code = code;
    this.details = details;
    this.fields = fields;
  }
}
