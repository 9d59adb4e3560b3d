/** Milliseconds that a change of an order may take. One without an answer by then failed: the feed tells what became of it. */
const CHANGE_TIMEOUT = 10_000;

/** For the call of a change. Changes of one order wait for each other, so that one without a limit would hold all later ones. */
export function changeLimit(): AbortSignal {
  return AbortSignal.timeout(CHANGE_TIMEOUT);
}
