import type { Config } from '#server/config.ts';

const year = 365 * 24 * 60 * 60;
const month = 30 * 24 * 60 * 60;

/**
 * The header that binds browsers to TLS. It speaks for the other hosts of the platform's domain too; those of a restaurant's own
 * domain are not ours, and a restaurant that moves away is free after a month.
 */
const strictTransport = { platform: `max-age=${year}; includeSubDomains`, ownDomain: `max-age=${month}` };

/** The headers of every reply (R67, R69). Pages and pictures replace the content policy by their own. */
export function safetyHeaders(
  config: Pick<Config, 'publicUrl'>,
  host: keyof typeof strictTransport,
): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
    ...(config.publicUrl.startsWith('https:') ? { 'strict-transport-security': strictTransport[host] } : {}),
  };
}

/**
 * The content policy of both apps' pages: their own scripts and data, no inline script, and from other servers only the
 * pictures of the named ones (R67, R70).
 */
export function contentPolicy(pictureServers: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // MUI injects its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...pictureServers].join(' '),
    "font-src 'self'",
    "media-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
