/** The origin of a restaurant's own domain, at which the same proxy listens as at PUBLIC_URL: 'https://order.millers.com'. */
export function ownOrigin(publicUrl: string, domain: string): string {
  const address = new URL(publicUrl);
  address.hostname = domain;
  return address.origin;
}
