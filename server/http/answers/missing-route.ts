import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';
import { answerRefusal } from './refusing.ts';

/**
 * Answers requests without a route: 405 with the allowed methods (R81), or 404. Registered before all routes, to learn
 * of them.
 */
export function answerMissing(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const known: { path: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    known.push({ path: pathPattern(url), methods: [method].flat() });
  });
  return (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const methods = new Set(known.filter((route) => route.path.test(path)).flatMap((route) => route.methods));
    if (methods.size === 0 || methods.has(request.method))
      return answerRefusal(new Refusal('request.no_route'), request, reply);
    void reply.header('allow', [...methods].join(', '));
    return answerRefusal(new Refusal('request.method_not_allowed'), request, reply);
  };
}

/** '/order/:id' and '/assets/*' as regular expressions, with an optional trailing slash. */
function pathPattern(url: string): RegExp {
  const words = url.split('/').map((word) => {
    if (word === '*') return '.*';
    return word.startsWith(':') ? '[^/]+' : word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${words.join('/')}/?$`);
}
