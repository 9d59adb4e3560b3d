import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallerKind } from '#contract/base/endpoint.ts';
import type { Precedence } from './admission.ts';
import { limitBodyTime } from './requests/body-time.ts';
import { RequestBudget } from './requests/request-budget.ts';

/**
 * A route that is not an endpoint of the contract, and therefore open to everybody: health, documents, pages, pictures.
 * All of them are in one list in `server/app.ts`; a route that is neither there nor in the contract stops the start
 * (R21).
 */
export interface OpenRoute {
  /** A GET also answers HEAD. */
  method: 'GET' | 'POST' | 'DELETE';
  /** A pattern of Fastify: '/media/:restaurantId/:file'. */
  url: string;
  /** The reason that this is not an endpoint of the contract. */
  why: string;
  precedence?: Precedence;
  /** Also answers on the own domains of restaurants; everything else is on the platform's hosts alone. */
  isOfSites?: boolean;
  /** The body is given as it came, whatever its type: signatures are over bytes. */
  takesBytes?: boolean;
  /** A GET is counted by address as well: its answer depends on a secret that only the database knows. */
  isCounted?: boolean;
  /** Sends through `reply` and returns it, or throws a Refusal. */
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permitted callers; every route declares them. */
    callers?: readonly CallerKind[];
    precedence?: Precedence;
    /** Whether its answer stays open. */
    isStream?: boolean;
    /** Also answers on the own domains of restaurants. */
    isOfSites?: boolean;
  }
}

/**
 * Adds them. Those that take a body are counted by address before its first byte, like calls without a token: nobody is known by then.
 * @param clock null counts nothing, for load tests (RATE_LIMITS).
 */
export function addOpenRoutes(
  app: FastifyInstance,
  routes: readonly OpenRoute[],
  clock: (() => Date) | null = null,
): void {
  const budget = new RequestBudget();
  const count = async (request: FastifyRequest) => {
    if (clock !== null) budget.take({ kind: 'anonymous' }, request.ip, clock());
  };
  const add = (target: FastifyInstance, { method, url, precedence, isOfSites, isCounted, handler }: OpenRoute) => {
    const traced: OpenRoute['handler'] = (request, reply) => request.trace.run(() => handler(request, reply));
    target.route({
      method,
      url,
      handler: traced,
      config: { callers: ['anonymous'], precedence, isOfSites },
      ...((isCounted === true || method !== 'GET') && { onRequest: count }),
      ...(method !== 'GET' && { preParsing: limitBodyTime }),
    });
  };
  for (const route of routes.filter(({ takesBytes = false }) => !takesBytes)) add(app, route);
  void app.register((apart, _, done) => {
    apart.removeAllContentTypeParsers();
    apart.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    for (const route of routes.filter(({ takesBytes = false }) => takesBytes)) add(apart, route);
    done();
  });
}

/** Throws when a route without declared callers is registered (R21). Called before all routes. */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if ((config?.callers ?? []).length > 0) return;
    throw new Error(`The route ${String(method)} ${url} declares nobody who may call it; declare it in the contract`);
  });
}
