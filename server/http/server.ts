import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { limits } from '#contract/base/limits.ts';
import type { Config } from '#server/config.ts';
import type { Admission } from './admission.ts';
import { answerMissing } from './answers/missing-route.ts';
import { answerClientError } from './answers/client-error.ts';
import { limitConnections } from './connections.ts';
import { type LogStream, loggerOptions } from './logging.ts';
import { refuseUndeclaredRoutes } from './open-routes.ts';
import { Refusal } from './answers/refusal.ts';
import { answerFailure, answerRefusal } from './answers/refusing.ts';
import { safetyHeaders } from './answers/safety-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Says that the request needs nothing more of this process; the end of the reply says so by itself. */
    release: () => void;
  }
}

export interface ServerOptions {
  config: Pick<Config, 'logLevel' | 'publicUrl' | 'rateLimits' | 'trustProxy'>;
  admission: Admission;
  logStream?: LogStream;
}

/** R79. The header limit must be the shorter one, or Node keeps neither. */
const headersTimeout = 5_000;
const uploadTimeout = 60_000;
const keepAliveTimeout = 10_000;

/** An HTTP server without routes, with what is true of every request: limits, identity, safety headers, errors, admission. */
export function createServer({ config, admission, logStream }: ServerOptions): FastifyInstance {
  const headers = safetyHeaders(config);
  const app = fastify({
    logger: loggerOptions(config, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: trusted(config.trustProxy),
    bodyLimit: limits.jsonBodyBytes,
    requestTimeout: uploadTimeout,
    keepAliveTimeout,
    // A missing host is refused below, with the headers that Node's own refusal lacks.
    http: { headersTimeout, connectionsCheckingInterval: 1_000, maxHeaderSize: 16 * 1024, requireHostHeader: false },
    // While stopping, what still arrives on open connections is served; readiness says that no more should be sent (R87).
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      answerFailure(error, request, reply);
    },
  });
  app.removeAllContentTypeParsers();
  // A logger of its own for each request costs as much as a small answer; whoever logs says the id of the request.
  app.setChildLoggerFactory((logger) => logger);
  refuseUndeclaredRoutes(app);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(answerMissing(app));
  app.decorateRequest('release');
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    if (request.headers.host === undefined) return void answerRefusal(new Refusal('request.invalid'), request, reply);
    if (!admission.admit(request.routeOptions.config.precedence ?? 'ordinary')) {
      return void answerRefusal(new Refusal('server.unavailable', { seconds: 1 }), request, reply);
    }
    let isReleased = false;
    request.release = () => {
      if (!isReleased) admission.release();
      isReleased = true;
    };
    reply.raw.once('close', request.release);
    done();
  });
  const logsReading = config.logLevel === 'debug' || config.logLevel === 'trace';
  app.addHook('onResponse', (request, reply, done) => {
    if (logsReading || request.method !== 'GET' || reply.statusCode >= 500) logReply(request, reply);
    done();
  });
  app.addHook('onClose', (_, done) => {
    admission.stop();
    done();
  });
  limitConnections(app.server, config);
  // Expectations nobody knows are ignored (RFC 9110, 10.1.1) instead of answered by Node itself.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  return app;
}

function logReply(request: FastifyRequest, reply: FastifyReply): void {
  const facts = {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    milliseconds: Math.round(reply.elapsedTime),
  };
  if (request.method === 'GET' && reply.statusCode < 500) request.log.debug(facts, 'Answered');
  else request.log.info(facts, 'Answered');
}

/** The sender's own name for the request where it is a plain one, so that logs of several systems can be joined; else a new one. */
function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.-]{8,64}$/.test(sent) ? sent : randomUUID();
}

/** A number of proxies is a promise of the operator that nobody reaches the server around them. */
function trusted(trustProxy: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  if (trustProxy === 0) return false;
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy;
}
