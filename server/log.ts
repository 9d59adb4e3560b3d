/** What the server's parts need of a log; Fastify's (pino) fits. Facts first, then the sentence. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A log for people at a terminal: the sentences, and of an error its message. */
export function textLog(write: (line: string) => void): Log {
  function say(facts: object, message: string): void {
    const cause = 'err' in facts && facts.err instanceof Error ? `: ${facts.err.message}` : '';
    write(`${message}${cause}`);
  }
  return { debug: () => undefined, info: say, warn: say, error: say };
}

/** A log that can move: what is said before the server's own log exists is told to people, and later all goes there. */
export class MovableLog implements Log {
  #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  continueIn(log: Log): void {
    this.#log = log;
  }

  debug(facts: object, message: string): void {
    this.#log.debug(facts, message);
  }

  info(facts: object, message: string): void {
    this.#log.info(facts, message);
  }

  warn(facts: object, message: string): void {
    this.#log.warn(facts, message);
  }

  error(facts: object, message: string): void {
    this.#log.error(facts, message);
  }
}
