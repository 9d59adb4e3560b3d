/**
 * The log interface of the server's parts, which Fastify's logger (pino) implements. Facts first, then the sentence.
 */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A log for people at a terminal: only the sentences, and the messages of errors. */
export function textLog(write: (line: string) => void): Log {
  function say(facts: object, message: string): void {
    const cause = 'err' in facts && facts.err instanceof Error ? `: ${facts.err.message}` : '';
    write(`${message}${cause}`);
  }
  return { debug: () => undefined, info: say, warn: say, error: say };
}

/** A log with a replaceable target: entries from before the server's own log exists go to the terminal. */
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
