import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiRoot } from '#contract/base/api.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { handOverMark } from '#contract/restaurants/hand-over-mark.ts';

interface Move {
  slug: string;
  restaurantId: RestaurantId;
  /** The address of the same page at the own domain. */
  address: string;
}

/**
 * Runs in a page at the former address: what a browser keeps for a site stays with the host, so the page hands basket and
 * sign-in over before it leads on. As text it may use nothing of this file.
 */
async function leave(mark: string): Promise<void> {
  const data = document.getElementById('move')!.textContent;
  const { restaurantId, address, call } = JSON.parse(data) as Record<'restaurantId' | 'address' | 'call', string>;
  const keys = [`basket.${restaurantId}`, `customer.${restaurantId}`];
  let hash = '';
  try {
    const [basket = null, session = null] = keys.map((key) => localStorage.getItem(key));
    if (basket !== null || session !== null) {
      const answer = await fetch(call, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ basket, session }),
        signal: AbortSignal.timeout(5_000),
      });
      if (answer.ok) {
        hash = mark + ((await answer.json()) as { handOver: string }).handOver;
        for (const key of keys) localStorage.removeItem(key);
      }
    }
  } catch {
    // Storage is forbidden, or the call had no answer: the guest arrives without their basket.
  }
  location.replace(address + hash);
}

const script = `(${leave.toString()})(${JSON.stringify(handOverMark)});`;
const scriptHash = createHash('sha256').update(script).digest('base64');
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** In the place of the worker of a former address, which would go on showing the menu that it kept. */
const lastWorker = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.unregister()));
`;

/**
 * Leads from the platform's address of a site to its own domain: browsers that open a page by one that hands over what they
 * keep, everybody else by a redirect, which is asked again each time because the domain may go.
 */
export function sendMoved(move: Move, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers({ 'cache-control': 'no-cache', vary: 'sec-fetch-mode' });
  if (new URL(move.address).pathname === '/service-worker.js')
    return reply.type('text/javascript; charset=utf-8').send(lastWorker);
  if (request.headers['sec-fetch-mode'] !== 'navigate') return reply.redirect(move.address, 301);
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(pageOf(move));
}

function pageOf({ slug, restaurantId, address }: Move): string {
  const call = `${apiRoot}/site/${encodeURIComponent(slug)}/leave`;
  const data = JSON.stringify({ restaurantId, address, call }).replaceAll('<', String.raw`\u003c`);
  const link = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${new URL(address).host}</title>
<link rel="canonical" href="${link}">
<noscript><meta http-equiv="refresh" content="0;url=${link}"></noscript></head>
<body><noscript><a href="${link}">${link}</a></noscript>
<script type="application/json" id="move">${data}</script>
<script>${script}</script></body>
</html>
`;
}
