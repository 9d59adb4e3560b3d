/** What the server's parts need of a log; Fastify's (pino) and the console's both fit. Facts first, then the sentence. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
