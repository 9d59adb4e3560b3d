/** Reads server-sent events over the network, as a screen does. */
import type { LiveEvent } from '#contract/kitchen/live.ts';

export interface LiveReader {
  status: number;
  /** All events so far, in order of arrival, with the number that the client would resume from. */
  events: (LiveEvent & { id: number; receivedAt: number })[];
  /** The received text, including comments. */
  text: () => string;
  /** Resolves once the other side has ended the stream, or `close` was called. */
  ended: Promise<void>;
  close(): void;
}

export async function readLive(
  origin: string,
  token: string,
  { lastEventId, orderId }: { lastEventId?: number | string; orderId?: string } = {},
): Promise<LiveReader> {
  const closing = new AbortController();
  const response = await fetch(`${origin}/api/v1/events${orderId === undefined ? '' : `?orderId=${orderId}`}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
    signal: closing.signal,
  });
  const reader: Omit<LiveReader, 'ended'> = {
    status: response.status,
    events: [],
    text: () => text,
    close: () => closing.abort(),
  };
  let text = '';
  let parsed = 0;

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n', parsed); end !== -1; end = text.indexOf('\n\n', parsed)) {
        take(text.slice(parsed, end));
        parsed = end + 2;
      }
    }
  }

  function take(frame: string): void {
    const fields = new Map(
      frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const data = fields.get('data');
    if (data === undefined) return;
    const event = JSON.parse(data) as LiveEvent;
    reader.events.push({ ...event, id: Number(fields.get('id')), receivedAt: performance.now() });
  }

  return Object.assign(reader, { ended: read().catch(() => undefined) });
}
