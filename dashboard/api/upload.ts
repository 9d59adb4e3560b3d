/** Sends a request as `fetch` does, and tells how much of it has left: fetch itself cannot. */
export function sendWithProgress(
  url: string,
  init: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = retryAfter === null ? undefined : { 'retry-after': retryAfter };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    const fail = () => reject(new TypeError('The request was not answered.'));
    for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, fail);
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit | null | undefined);
  });
}
