/** Milliseconds after which a call without an answer has failed: on a line that carries nothing, browsers themselves wait for minutes. */
const callTimeout = 30_000;

/** `fetch` with that limit, which holds until the answer is complete. Forms have none: a photo takes minutes where the signal is weak. */
export function fetchInTime(url: string, init: RequestInit): Promise<Response> {
  if (init.body instanceof FormData) return fetch(url, init);
  init.signal?.throwIfAborted();
  // `AbortSignal.any` is newer than the browsers that the site is for.
  const limit = new AbortController();
  const { signal } = limit;
  const abort = () => limit.abort();
  setTimeout(abort, callTimeout);
  init.signal?.addEventListener('abort', abort, { signal });
  return fetch(url, { ...init, signal });
}
