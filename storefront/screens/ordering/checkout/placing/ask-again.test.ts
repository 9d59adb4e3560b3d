import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, createClient } from '#contract/base/client.ts';
import { askAgain } from './ask-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const lost = () => new CallError(0, null);

test('an answer is asked for until it comes, after 1, 2 and 4 seconds', async () => {
  const began = Date.now();
  const tries: number[] = [];
  const onDoubt = vi.fn();
  const asking = askAgain(async () => {
    tries.push(Date.now() - began);
    if (tries.length < 4) throw lost();
    return 'answer';
  }, onDoubt);
  await vi.runAllTimersAsync();
  await expect(asking).resolves.toBe('answer');
  expect(tries).toEqual([0, 1000, 3000, 7000]);
  expect(onDoubt).toHaveBeenCalledTimes(3);
});

test('the fourth lost answer is told', async () => {
  const call = vi.fn(() => Promise.reject(lost()));
  const asking = askAgain(call, () => {});
  const told = expect(asking).rejects.toEqual(lost());
  await vi.runAllTimersAsync();
  await told;
  expect(call).toHaveBeenCalledTimes(4);
});

test('a refusal is an answer', async () => {
  const refusal = new CallError(409, { code: 'order.price_changed', name: '', msg: '', requestId: '' });
  const call = vi.fn(() => Promise.reject(refusal));
  const onDoubt = vi.fn();
  await expect(askAgain(call, onDoubt)).rejects.toBe(refusal);
  expect([call.mock.calls.length, onDoubt.mock.calls.length]).toEqual([1, 0]);
});

/** Calls whose answers never come, as on a line that carries nothing. */
function hangingCall() {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds);
    return limit.signal;
  });
  const began = Date.now();
  const tries: number[] = [];
  const { call } = createClient({
    fetch: (_, { signal }) => {
      tries.push(Date.now() - began);
      return new Promise<Response>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    },
    token: () => null,
  });
  return { call, tries };
}

test('an answer that does not come within 20 seconds is asked for again, and the last one is told', async () => {
  const { call, tries } = hangingCall();
  const onDoubt = vi.fn();
  const asking = askAgain((signal) => call('GET /auth/me', { signal }), onDoubt);
  const told = expect(asking).rejects.toEqual(lost());
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onDoubt).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(67_000);
  await told;
  expect(tries).toEqual([0, 21_000, 43_000, 67_000]);
});
