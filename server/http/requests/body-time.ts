import type { preParsingHookHandler } from 'fastify';
import { Refusal } from '../answers/refusal.ts';
import { answerRefusal } from '../answers/refusing.ts';

/** Milliseconds for a whole request (R79), unless it may carry a file; Node enforces the longer limit of those. */
const bodyTimeout = 10_000;

/** Cuts off clients that send a body too slowly. */
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
