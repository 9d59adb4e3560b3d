import type { preParsingHookHandler } from 'fastify';
import { Refusal } from '../answers/refusal.ts';
import { answerRefusal } from '../answers/refusing.ts';

/** R79: the whole of a request, unless it may carry a file. Node keeps the longer limit of those. */
const bodyTimeout = 10_000;

/** Cuts off who sends a body too slowly. */
export const limitBodyTime: preParsingHookHandler = (request, reply, payload, done) => {
  const timer = setTimeout(() => {
    if (reply.sent) return;
    void reply.header('connection', 'close');
    answerRefusal(new Refusal('request.timed_out'), request, reply);
  }, bodyTimeout);
  const stop = () => clearTimeout(timer);
  request.raw.once('end', stop).once('close', stop);
  done(null, payload);
};
