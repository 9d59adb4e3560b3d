/**
 * Reads server-sent events from a response body. Yields the data of the events completed by each chunk, and an empty
 * list for a heartbeat, because any sign of life proves that the connection is alive.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A carriage return at the very end may be the first half of a CRLF.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      const complete: string[] = [];
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
        if (line !== '' || data.length === 0) continue;
        complete.push(data.join('\n'));
        data = [];
      }
      yield complete;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const retryFirstMs = 500;
const retryMostMs = 3_000;

/**
 * Milliseconds until a client tries a stream again: doubling, spread so that a thousand screens do not come back at
 * once, and never beyond 3 s, so that they are back within 5 s of the server's return (R61).
 */
export function retryDelay(failures: number, random: number): number {
  return Math.min(retryMostMs, retryFirstMs * 2 ** failures) * (0.5 + random / 2);
}
