import type { IncomingMessage } from 'node:http';

/** A whole address as the target of a request, without the name of a user. */
const wholeAddress = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?@]*@)?([^/?@]*)([^]*)$/i;

/**
 * Leaves the path and the search of a target that is a whole address, which every server must accept. Its host replaces that of the Host
 * header, which is needed all the same (RFC 9112, 3.2).
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '', headers } = request;
  if (url.startsWith('/')) return;
  const found = wholeAddress.exec(url);
  if (found === null) return;
  const [, host = '', address = ''] = found;
  if (headers.host !== undefined) headers.host = host;
  request.url = address.startsWith('/') ? address : `/${address}`;
}

/** Whether the request says its host twice: a proxy may have read the other one than this server (RFC 9112, 3.2). */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
