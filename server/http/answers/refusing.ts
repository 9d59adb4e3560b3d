import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, type ErrorCode, errorMessage, errors } from '#contract/base/errors.ts';
import { BucketUnavailable, DatabaseUnavailable, PictureLost } from '#server/db/unavailable.ts';
import { QueueFull } from '#server/work-queue.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that was answered, for the log; null where there is none. */
    refusedBy: ErrorCode | null;
  }
}

/** The answer to a refused call. */
export function errorAnswer(refusal: Refusal, requestId: string): ErrorAnswer {
  const { code, details, fields } = refusal;
  return {
    name: errors[code].name,
    msg: errorMessage(code, details),
    code,
    ...(fields === undefined ? {} : { fields }),
    ...(details === undefined ? {} : { details }),
    requestId,
  };
}

/** Answers any failure: a refusal as itself, every unexpected error as `server.error`, which alone is logged. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal === null) request.log.error({ err: error, requestId: request.id }, 'A call failed');
  else if (error instanceof DatabaseUnavailable) {
    request.log.warn({ err: error, requestId: request.id }, 'The database is unavailable');
  } else if (error instanceof PictureLost) {
    request.log.warn({ err: error, requestId: request.id }, 'A picture is gone from its bucket');
  } else if (error instanceof BucketUnavailable) {
    request.log.warn({ err: error, requestId: request.id }, 'The bucket of the pictures is unavailable');
  }
  return answerRefusal(refusal ?? new Refusal('server.error'), request, reply);
}

/** Answers a refusal: as JSON, or as a small page to a browser that requested a page. */
export function answerRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.refusedBy = refusal.code;
  const { status } = errors[refusal.code];
  const seconds = refusal.details?.['seconds'];
  if (typeof seconds === 'number') void reply.header('retry-after', Math.max(1, Math.ceil(seconds)));
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  void reply.code(status).header('cache-control', 'no-store');
  if (wantsPage(request)) return reply.type('text/html; charset=utf-8').send(errorPage(refusal));
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(errorAnswer(refusal, request.id)));
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && headers.accept?.startsWith('text/html') === true;
}

/** Without styles, which the content policy of errors blocks. Markup characters in a message are dropped. */
function errorPage({ code, details }: Refusal): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${errors[code].name}</title></head>
<body><h1>${errors[code].name}</h1><p>${errorMessage(code, details).replaceAll(/[<>&]/g, '')}</p><p><a href="">Try again</a></p></body>
</html>
`;
}

/** The refusal that an error stands for; null for a bug. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable)
    return new Refusal('server.unavailable', { seconds: error.retryAfterSeconds });
  if (error instanceof PictureLost) return new Refusal('request.not_found');
  if (error instanceof BucketUnavailable) return new Refusal('server.busy', { seconds: error.retryAfterSeconds });
  if (error instanceof QueueFull)
    return new Refusal(error.isOwn ? 'rate.limited' : 'server.busy', { seconds: error.seconds });
  const code = refusedByFramework(error);
  return code === null ? null : new Refusal(code);
}

/**
 * Errors of Fastify and its plugins: bodies too large, unreadable addresses. The status of other errors means nothing.
 */
function refusedByFramework(error: unknown): ErrorCode | null {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return null;
  if (typeof error.code !== 'string' || !error.code.startsWith('FST_')) return null;
  switch (error.statusCode) {
    case 404:
      return 'request.no_route';
    case 408:
      return 'request.timed_out';
    case 413:
      return 'request.too_large';
    case 415:
    case 406:
      return 'request.unsupported_type';
    default:
      return typeof error.statusCode === 'number' && error.statusCode < 500 ? 'request.invalid' : null;
  }
}
