import { isUnanswered } from '#contract/base/client.ts';

/** Milliseconds between one try and the next. */
const pauses = [1000, 2000, 4000];

/** Milliseconds after which a try counts as lost: on a line that carries nothing, browsers themselves wait for minutes. */
const tryTimeout = 20_000;

/**
 * Repeats a call that has an idempotency key until an answer comes, because a lost answer does not say whether the call arrived.
 * `onDoubt` is told once, before the first repetition.
 * @throws the last error, when no try was answered; any refusal at once.
 */
export async function askAgain<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
  onDoubt: () => void,
): Promise<Answer> {
  for (const pause of pauses) {
    try {
      return await call(AbortSignal.timeout(tryTimeout));
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    onDoubt();
    await new Promise((done) => setTimeout(done, pause));
  }
  return call(AbortSignal.timeout(tryTimeout));
}
