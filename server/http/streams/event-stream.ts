/** One server-sent event, made once for many streams. */
export interface StreamEvent {
  /** The client sends it back as Last-Event-ID after a lost connection. */
  id: number;
  /** The event as it is on the wire. */
  bytes: Buffer;
}

/** @param data JSON text. */
export function streamEvent(id: number, type: string, data: string): StreamEvent {
  return { id, bytes: Buffer.from(`id: ${id}\nevent: ${type}\ndata: ${data}\n\n`) };
}

/** An open stream of server-sent events, as its handler sees it. */
export interface EventStream {
  /** The last event that the client received before it lost the connection: the Last-Event-ID header, as sent. */
  readonly lastEventId: string | null;
  readonly isClosed: boolean;
  /** Writes at once and never waits. A reader that falls too far behind is told to reload and cut off (R60). */
  send(event: StreamEvent): void;
  /**
   * Called once, whether the client, `close` or a stopping server closes the stream. Called immediately if already
   * closed.
   */
  onClose(listener: () => void): void;
  /** Ends the stream; the client reconnects by itself. */
  close(): void;
}
