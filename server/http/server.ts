import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { limits } from '#contract/base/limits.ts';
import type { Config } from '#server/config.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Admission } from './admission.ts';
import { answerMissing } from './answers/missing-route.ts';
import { answerClientError } from './answers/client-error.ts';
import { bearerToken } from './requests/authenticating.ts';
import { clientAddressOf, trustedProxies } from './requests/client-address.ts';
import { hasSeveralHosts, toOriginForm } from './requests/request-target.ts';
import { isForwarded } from './requests/this-machine.ts';
import type { SeenTokens } from './requests/seen-tokens.ts';
import { addressOnPlatform, type FindSiteHost, hostName, type SiteHost } from './requests/site-host.ts';
import { limitConnections } from './connections.ts';
import { type LogStream, loggerOptions } from './logging.ts';
import { refuseUndeclaredRoutes } from './open-routes.ts';
import { Refusal } from './answers/refusal.ts';
import { answerFailure, answerRefusal } from './answers/refusing.ts';
import { safetyHeaders } from './answers/safety-headers.ts';
import { SlowReaders } from './answers/slow-readers.ts';
import { type RequestTrace, traceRequest } from '#server/tracing.ts';
import { Shelf, type ShelvedFacts } from './answers/shelf.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's share of this process's capacity; a finished answer does so by itself, read or not. */
    release: () => void;
    trace: RequestTrace;
    /** The own domain that was asked; null on the platform's hosts. */
    site: SiteHost | null;
  }
}

export interface ServerOptions {
  config: Pick<Config, 'logLevel' | 'mode' | 'publicUrl' | 'rateLimits' | 'streams' | 'trustProxy'>;
  admission: Admission;
  seenTokens: SeenTokens;
  logStream?: LogStream;
  metrics?: Metrics | null;
  /** Without it no host is the own domain of a restaurant. */
  findSiteHost?: FindSiteHost;
  /** Milliseconds for which a reader may take nothing of its answer. */
  longestStall?: number;
}

/** Milliseconds (R79). The header limit must be the shorter one, or Node enforces neither. */
const headersTimeout = 5_000;
const uploadTimeout = 60_000;
const keepAliveTimeout = 10_000;

/**
 * An HTTP server without routes, with everything that applies to each request: limits, identity, safety headers,
 * errors, admission.
 */
export function createServer({
  config,
  admission,
  seenTokens,
  logStream,
  metrics = null,
  findSiteHost = () => null,
  longestStall = 45_000,
}: ServerOptions): FastifyInstance {
  const headers = safetyHeaders(config, 'platform');
  const headersOfSites = safetyHeaders(config, 'ownDomain');
  const trusted = trustedProxies(config.trustProxy);
  const logsReading = config.logLevel === 'debug' || config.logLevel === 'trace';
  const shelf = new Shelf({
    requestId,
    clientAddress: (request) => clientAddressOf(request, trusted),
    site: (request) => findSiteHost(hostName(request)),
    admit: ({ socket }) => !isSurplus(socket) && admission.admit('ordinary', null),
    release: () => admission.release(null),
    ...((logsReading || metrics !== null) && { answered: noteShelved }),
  });
  const slowReaders = new SlowReaders(longestStall);
  const app = fastify({
    logger: loggerOptions(config, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: trusted,
    bodyLimit: limits.jsonBodyBytes,
    rewriteUrl: (request) => addressOnPlatform(request.url ?? '', findSiteHost(hostName(request))),
    serverFactory: (handle) =>
      createHttpServer(
        {
          requestTimeout: uploadTimeout,
          keepAliveTimeout,
          headersTimeout,
          connectionsCheckingInterval: 1_000,
          maxHeaderSize: 16 * 1024,
          // A missing Host is refused below, with the headers that Node's own refusal lacks.
          requireHostHeader: false,
        },
        (request, response) =>
          slowReaders.serve(response, () => {
            toOriginForm(request);
            if (!hasSeveralHosts(request) && shelf.answer(request, response)) return slowReaders.look(response);
            response.once('prefinish', () => slowReaders.look(response));
            handle(request, response);
          }),
      ),
    // Requests on open connections are served during a stop; readiness tells clients to send no more (R87).
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      answerFailure(error, request, reply);
    },
  });
  function noteShelved({ requestId, status, milliseconds }: ShelvedFacts): void {
    const facts = { method: 'GET', route: 'shelf', status };
    metrics?.answered({ ...facts, seconds: milliseconds / 1000 });
    if (logsReading) app.log.debug({ requestId, ...facts, milliseconds: Math.round(milliseconds) }, 'Answered');
  }
  app.removeAllContentTypeParsers();
  // A logger per request costs as much as a small answer; log entries name the request's id instead.
  app.setChildLoggerFactory((logger) => logger);
  refuseUndeclaredRoutes(app);
  app.setErrorHandler(answerFailure);
  const sendMissing = answerMissing(app);
  app.setNotFoundHandler(sendMissing);
  app.decorateRequest('release', () => undefined);
  app.decorateRequest('trace');
  app.decorateRequest('site', null);
  app.decorateReply('refusedBy', null);
  shelf.fillFrom(app);
  const isSurplus = limitConnections(app.server, config);
  let isProxyTold = config.mode === 'development' || config.trustProxy !== 0;
  app.addHook('onRequest', (request, reply, done) => {
    const site = findSiteHost(hostName(request));
    request.site = site === 'nobody' ? null : site;
    void reply.headers(site === null ? headers : headersOfSites).header('x-request-id', request.id);
    const trace = traceRequest(request.headers, request.method, request.routeOptions.url ?? 'none');
    request.trace = trace;
    if (!isProxyTold && isForwarded(request)) {
      isProxyTold = true;
      app.log.warn(
        'A request came through a proxy and TRUST_PROXY is 0: all guests behind a proxy count as one address and share its limits',
      );
    }
    // A stream has no end that the framework hears of.
    reply.raw.once('close', () => {
      if (metrics !== null) measureReply(metrics, request, reply);
      trace.end(reply.statusCode);
    });
    const { precedence = 'ordinary' } = request.routeOptions.config;
    // Proxies such as HAProxy ask for the health by HTTP/1.0, without a name.
    const hasNoHost = request.headers.host === undefined && precedence !== 'always';
    if (hasNoHost || hasSeveralHosts(request.raw))
      return void answerRefusal(new Refusal('request.invalid'), request, reply);
    if (!isServedTo(site, request)) return void answerRefusal(new Refusal('request.no_route'), request, reply);
    if (isSurplus(request.raw.socket)) {
      void reply.header('connection', 'close');
      return void answerRefusal(new Refusal('server.unavailable', { seconds: 5 }), request, reply);
    }
    // Before its body, for which nothing waits.
    if (request.is404) return void sendMissing(request, reply);
    const token = bearerToken(request.headers);
    const restaurantId = token === null ? null : seenTokens.restaurantOf(token);
    if (!admission.admit(precedence, restaurantId)) {
      metrics?.shed(precedence);
      return void answerRefusal(new Refusal('server.unavailable', { seconds: 1 }), request, reply);
    }
    let isReleased = false;
    request.release = () => {
      if (!isReleased) admission.release(restaurantId);
      isReleased = true;
    };
    reply.raw.once('close', request.release);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) reply.raw.once('prefinish', request.release);
    else request.release();
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (logsReading || isNoted(request, reply)) logReply(request, reply);
    done();
  });
  app.addHook('onClose', (_, done) => {
    admission.stop();
    done();
  });
  // Unknown expectations are ignored (RFC 9110, 10.1.1) instead of answered by Node itself.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

/**
 * Whether a host answers the request. The dashboard, its API and the pages of operators are on the platform's hosts alone, and
 * pictures on the own domain of their restaurant.
 */
function isServedTo(site: ReturnType<FindSiteHost>, { routeOptions, params }: FastifyRequest): boolean {
  const { isOfSites, precedence } = routeOptions.config;
  if (site === null) return true;
  if (site === 'nobody') return precedence === 'always';
  const { restaurantId = site.restaurantId } = Object(params) as { restaurantId?: string };
  return isOfSites === true && restaurantId === site.restaurantId;
}

/** A change, a failure, or anything that was refused; a reading that went well is of no interest, nor is one of a missing page. */
function isNoted({ method }: FastifyRequest, { statusCode: status }: FastifyReply): boolean {
  return method !== 'GET' || (status >= 400 && status !== 404);
}

function measureReply(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const { url = 'none', config } = request.routeOptions;
  const seconds = config.isStream === true && reply.statusCode === 200 ? null : reply.elapsedTime / 1000;
  metrics.answered({ method: request.method, route: url, status: reply.statusCode, seconds });
}

function logReply(request: FastifyRequest, reply: FastifyReply): void {
  const facts = {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    ...(reply.refusedBy === null ? {} : { code: reply.refusedBy }),
    milliseconds: Math.round(reply.elapsedTime),
  };
  if (isNoted(request, reply)) request.log.info(facts, 'Answered');
  else request.log.debug(facts, 'Answered');
}

/**
 * The sender's id of the request if it is a plain one, so that logs of several systems can be joined; otherwise a new
 * one.
 */
function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.-]{8,64}$/.test(sent) ? sent : randomUUID();
}
