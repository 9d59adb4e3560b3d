import type { FastifyServerOptions } from 'fastify';
import type { Config } from '#server/config.ts';

/** Fields that hold what must not be read in a log (R84), wherever facts carry them, one level deep. */
const secrets = [
  'password',
  'token',
  'authorization',
  'otpCode',
  'code_hash',
  'email',
  'phone',
  'number',
  'mobileNumber',
  'address',
  'specialInstruction',
];

/** Where log lines go; the standard output unless a test wants to read them. */
export interface LogStream {
  write(line: string): void;
}

/** The logger of the server: JSON lines without secrets or people in them (R84). */
export function loggerOptions(config: Pick<Config, 'logLevel'>, stream?: LogStream): FastifyServerOptions['logger'] {
  return {
    level: config.logLevel,
    ...(stream === undefined ? {} : { stream }),
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  };
}

/** What a log may know of an error. PostgreSQL quotes the values it dislikes, in its detail always and in its message at times. */
export function describeError(error: unknown): {
  type: string;
  message: string;
  stack: string;
  [fact: string]: unknown;
} {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is no error was thrown', stack: '' };
  const { name, message, stack = '', cause } = error;
  const isOfDatabase = 'severity' in error;
  return {
    type: name,
    message: isOfDatabase ? withoutValues(message) : message,
    stack: isOfDatabase ? withoutValues(stack) : stack,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

function withoutValues(text: string): string {
  return text.replaceAll(/: ".*"/g, ': "..."');
}
