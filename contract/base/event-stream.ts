/**
 * Reads server-sent events from the body of an answer. Yields the data of the events that became complete with each chunk,
 * an empty list for a heartbeat: that something came at all is what tells a living line from a dead one.
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
      // A carriage return at the very end may be the first half of a line end.
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
