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
 * sign-in over before it leads on. It keeps its copy, with the token, until it hears that they were stored at the new address: on
 * the guest's next visit here. As text it may use nothing of this file.
 */
async function leave(mark: string): Promise<void> {
  const data = document.getElementById('move')!.textContent;
  const { restaurantId, address, site } = JSON.parse(data) as Record<'restaurantId' | 'address' | 'site', string>;
  const keys = [`basket.${restaurantId}`, `customer.${restaurantId}`];
  const leftKey = `left.${restaurantId}`;
  let hash = '';
  async function call<Answer>(route: string, body: object): Promise<Answer> {
    const answer = await fetch(`${site}/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()) as Answer;
  }
  try {
    const left = JSON.parse(localStorage.getItem(leftKey) ?? 'null') as {
      handOver: string;
      texts: (string | null)[];
      at: number;
    } | null;
    if (left !== null) {
      // The server remembers what arrived for as long.
      const isOld = Date.now() - left.at > 30 * 24 * 3_600_000;
      const { handOver } = left;
      if (isOld || (await call<{ hasArrived: boolean }>('has-arrived', { handOver })).hasArrived) {
        // Anything else was stored while the site was here again.
        for (const [n, key] of keys.entries())
          if (localStorage.getItem(key) === left.texts[n]) localStorage.removeItem(key);
        localStorage.removeItem(leftKey);
      }
    }
    const texts = keys.map((key) => localStorage.getItem(key));
    const [basket = null, session = null] = texts;
    if (basket !== null || session !== null) {
      const { handOver } = await call<{ handOver: string }>('leave', { basket, session });
      hash = mark + handOver;
      localStorage.setItem(leftKey, JSON.stringify({ handOver, texts, at: Date.now() }));
    }
  } catch {
    // Storage is forbidden, or a call had no answer: the guest arrives without their basket, which stays here.
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
  const site = `${apiRoot}/site/${encodeURIComponent(slug)}`;
  const data = JSON.stringify({ restaurantId, address, site }).replaceAll('<', String.raw`\u003c`);
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
