import address from 'leaflet/dist/leaflet.css?url&no-inline';

/** Styles that only a page with a street map needs, asked for once. Fails where they do not come. */
export function loadLeafletStyles(): Promise<void> {
  if (document.querySelector(`link[href="${address}"]`) !== null) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
  return new Promise((loaded, failed) => {
    link.addEventListener('load', () => loaded());
    link.addEventListener('error', () => {
      link.remove();
      failed(new Error('The styles of the map do not come'));
    });
    document.head.append(link);
  });
}
