/** One server-sent event. `data` is JSON text, made once by whoever sends the same event to many streams. */
export interface StreamEvent {
  /** The client sends it back as Last-Event-ID after a lost connection. */
  id: number;
  type: string;
  data: string;
}

/** An open stream of server-sent events, as its handler sees it. */
export interface EventStream {
  /** What the client saw last before it lost the connection: the Last-Event-ID header, as sent. */
  readonly lastEventId: string | null;
  readonly isClosed: boolean;
  /** Writes now and never waits. A reader that falls too far behind is told to reload and cut off (R60). */
  send(event: StreamEvent): void;
  /** Called once, whoever closes: the client, `close`, or the server that stops. At once when it is closed already. */
  onClose(listener: () => void): void;
  /** Ends the stream; the client connects again by itself. */
  close(): void;
}
