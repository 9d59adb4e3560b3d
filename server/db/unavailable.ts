/**
 * The database cannot answer now: gone, restarting, out of space, or too slow. The work was not done, except when
 * `outcomeUnknown`: the connection broke during the commit and only the database knows. Answered 503 with Retry-After
 * (R54).
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly retryAfterSeconds = 2;
  readonly outcomeUnknown: boolean;

  constructor(message: string, options: { cause?: unknown; outcomeUnknown?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.outcomeUnknown = options.outcomeUnknown ?? false;
  }
}

/** The bucket of the pictures cannot answer now. Answered 503 with Retry-After, as a lost database. */
export class BucketUnavailable extends Error {
  override readonly name: string = 'BucketUnavailable';
  readonly retryAfterSeconds = 5;
}

/** The bucket answers, and has not what a row names: it is there no longer, or is not what was stored. Asking again is in vain, so it is answered 404. */
export class PictureLost extends BucketUnavailable {
  override readonly name = 'PictureLost';
}

/** Messages of the `pg` driver, which has no codes, for a limit of time that has passed. */
const silentMessages = ['timeout exceeded when trying to connect', 'Query read timeout'];

/** Messages of the `pg` driver for a connection that cannot be opened or has died. */
const lostMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
  ...silentMessages,
];

/** Node's codes for a missing or broken socket. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** PostgreSQL's own codes: shutting down, crashed, starting up, idle for too long, too many connections. */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03']);

/**
 * The server is alive but failed: disk full, out of memory, statement timeout, lock timeout. The connection stays
 * usable.
 */
const busyStates = new Set(['53100', '53200', '53400', '58030', '57014', '55P03']);

/** The SQLSTATE or the socket's code; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether the connection itself is gone, so that it must not return to the pool. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return isConnectionLoss(error.cause);
  const code = codeOf(error);
  if (socketCodes.has(code) || lostStates.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && lostMessages.some((message) => error.message.startsWith(message));
}

/** Whether the database gave no answer and no connection within the time limit, as when it is frozen. */
export function isSilence(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return isSilence(error.cause);
  return error instanceof Error && silentMessages.some((message) => error.message.startsWith(message));
}

/** The error as a `DatabaseUnavailable` if it means that, otherwise unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (isConnectionLoss(error)) return new DatabaseUnavailable('The database cannot be reached', { cause: error });
  if (busyStates.has(codeOf(error)))
    return new DatabaseUnavailable('The database did not manage in time', { cause: error });
  return error;
}
