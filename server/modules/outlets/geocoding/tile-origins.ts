/** What Leaflet puts for {s} unless it is told otherwise. */
const subdomains = ['a', 'b', 'c'];

/** The servers that tiles come from, for the content policy of the pages that show a map; none without a street map. */
export function tileOrigins(tileUrl: string | undefined): string[] {
  if (tileUrl === undefined) return [];
  const urls = tileUrl.includes('{s}') ? subdomains.map((name) => tileUrl.replaceAll('{s}', name)) : [tileUrl];
  return [...new Set(urls.map((url) => new URL(url.replaceAll(/\{\w+\}/g, '0')).origin))];
}
