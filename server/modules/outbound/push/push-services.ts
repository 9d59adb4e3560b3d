/** The push services that messages are handed to: those of the browsers' makers, and whatever the operator adds. */

/**
 * Whether a browser's push service is one of the named ones. The address comes from whoever calls, so anything else would let them choose
 * where this server calls.
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (services.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return services.some((name) => (name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name));
}

/** Whether the operator has named the very origin, which may be inside their own network. */
export function isNamedOrigin(endpoint: string, services: readonly string[]): boolean {
  return services.includes(new URL(endpoint).origin);
}
