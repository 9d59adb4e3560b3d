/** Leaflet's default for {s}. */
const subdomains = ['a', 'b', 'c'];

/** The origins of the tiles, for the content security policy of pages with a map; none without a street map. */
export function tileOrigins(tileUrl: string | undefined): string[] {
  if (tileUrl === undefined) return [];
  const urls = tileUrl.includes('{s}') ? subdomains.map((name) => tileUrl.replaceAll('{s}', name)) : [tileUrl];
  return [...new Set(urls.map((url) => new URL(url.replaceAll(/\{\w+\}/g, '0')).origin))];
}
