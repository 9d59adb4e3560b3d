import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { DomainProblem } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';

/** The site at an own domain answers there with the id of its restaurant. */
export const identityPath = '/.well-known/order-manager';

/** Milliseconds; the proxy fetches the certificate at the first visit, which this is. */
const withinMs = 40_000;

/** Whether the site of the restaurant is at the domain, under a certificate that browsers accept. Null: it is. The signal breaks the visit off. */
export type CheckSite = (
  domain: string,
  restaurantId: RestaurantId,
  signal: AbortSignal,
) => Promise<DomainProblem | null>;

/**
 * Visits the domain as a browser does, at the proxy or, where the settings do not name it, at `OWN_DOMAINS_TARGET`: never where the
 * domain's own records lead, which somebody else writes.
 */
export function openSiteCheck({ publicUrl, ownDomains }: Pick<Config, 'publicUrl' | 'ownDomains'>): CheckSite {
  const { protocol, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const at = ownDomains?.proxy ?? { host: ownDomains?.target ?? '', port: Number(port) || (isSecure ? 443 : 80) };
  return (domain, restaurantId, signal) =>
    new Promise((done) => {
      const asked = (isSecure ? tlsRequest : plainRequest)({
        ...at,
        path: identityPath,
        headers: { host: domain },
        agent: false,
        timeout: withinMs,
        signal,
        ...(isSecure && { servername: domain }),
      });
      asked.on('error', (error) => done(isOfCertificate(error) ? 'certificate' : 'unreachable'));
      asked.on('timeout', () => asked.destroy(new Error('No answer')));
      asked.on('response', (response) => {
        if (Number(response.headers['content-length'] ?? Infinity) > 100) {
          response.destroy();
          return done('other_server');
        }
        text(response).then(
          (body) => done(response.statusCode === 200 && body === restaurantId ? null : 'other_server'),
          () => done('unreachable'),
        );
      });
      asked.end();
    });
}

/** Codes of Node and OpenSSL for a handshake that failed. */
function isOfCertificate(error: NodeJS.ErrnoException): boolean {
  return /^(ERR_(TLS|SSL)|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(error.code ?? '');
}
