/** The Order Manager's caller of the API, in the name of who is signed in. */
import { createClient } from '#contract/base/client.ts';
import { currentSession } from './session.ts';
import { sendWithProgress } from './upload.ts';

const token = () => currentSession()?.token ?? null;

export const client = createClient({ fetch: (url, init) => fetch(url, init), token });

/** The client for large uploads: reports the share that has been sent, from 0 to 1. */
export function uploadingClient(onProgress: (share: number) => void) {
  return createClient({ fetch: (url, init) => sendWithProgress(url, init, onProgress), token });
}

/** Opens the stream of the restaurant's events after `lastEvent`. The token travels in a header, never in the address (R84). */
export function openEvents(lastEvent: number, signal: AbortSignal): Promise<Response> {
  const { url } = client.address('GET /events', {});
  const headers = { ...client.headers(), accept: 'text/event-stream', 'last-event-id': String(lastEvent) };
  return fetch(url, { headers, signal, cache: 'no-store' });
}
