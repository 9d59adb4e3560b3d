import type { FastifyServerOptions } from 'fastify';
import type { Config } from '#server/config.ts';

/** Fields that must not be readable in a log (R84), in the facts and one level below. */
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

/** The target of log lines: the standard output, except in tests that read them. */
export interface LogStream {
  write(line: string): void;
}

/** The server's logger: JSON lines without secrets or personal data (R84). */
export function loggerOptions(config: Pick<Config, 'logLevel'>, stream?: LogStream): FastifyServerOptions['logger'] {
  return {
    level: config.logLevel,
    ...(stream === undefined ? {} : { stream }),
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  };
}

/**
 * The loggable part of an error. PostgreSQL quotes offending values, always in its detail and sometimes in its message.
 */
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

/** A value may have lines and quotes of its own, so all up to the last quote goes. Each language of PostgreSQL has its quotes. */
function withoutValues(text: string): string {
  return text.replace(/: ["»«„“].*["»«”“]/s, ': "..."');
}
