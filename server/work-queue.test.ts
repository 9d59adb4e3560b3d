import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { QueueFull, WorkQueue } from './work-queue.ts';

test('the limit is never exceeded, work starts in the order of requests, and a failure lets the next one start', async () => {
  const queue = new WorkQueue({ running: 2 });
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      queue.run('', async () => {
        started.push(number);
        most = Math.max(most, ++running);
        await sleep(1);
        running -= 1;
        if (number % 3 === 0) throw new Error('no');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
});

/** Offers one piece of work for each key, none of which ends before `end`; says what became of each. */
async function offer(queue: WorkQueue, keys: string) {
  let end = () => undefined as void;
  const going = new Promise<void>((resolve) => {
    end = resolve;
  });
  const started: string[] = [];
  const offered = Array.from(keys, (key) =>
    queue
      .run(key, () => {
        started.push(key);
        return going;
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof QueueFull ? (error.isOwn ? 'too much of its own' : 'full') : error),
      ),
  );
  await sleep(0);
  return { started, end, results: () => Promise.all(offered) };
}

test('a key has so many places of its own in the line, and all keys together have so many', async () => {
  const queue = new WorkQueue({ running: 1, waiting: 4, waitingPerKey: 2 });
  const { end, results } = await offer(queue, 'aaaabbbcc');
  end();
  expect(await results()).toEqual([
    'done',
    'done',
    'done',
    'too much of its own',
    'done',
    'done',
    'too much of its own',
    'full',
    'full',
  ]);
  expect(await queue.run('a', async () => 'free again')).toBe('free again');
});

test('a key that has its share running does not hold up the others', async () => {
  const queue = new WorkQueue({ runningPerKey: 2 });
  const { started, end, results } = await offer(queue, 'aaabab');
  expect(started.join('')).toBe('aabb');
  end();
  expect(await results()).toEqual(Array.from({ length: 6 }, () => 'done'));
  expect(started.join('')).toBe('aabbaa');
});

test('keys take turns, however much one of them offers', async () => {
  const queue = new WorkQueue({ running: 1 });
  const { started, end, results } = await offer(queue, 'aaaabbc');
  end();
  await results();
  expect(started.join('')).toBe('abcabaa');
});

test('work that waits too long is refused, and leaves its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new WorkQueue({ running: 1, waiting: 1, longestWaitMs: 5 });
  const { end, results } = await offer(queue, 'ab');
  vi.advanceTimersByTime(5);
  const other = await offer(queue, 'c');
  end();
  other.end();
  expect(await results()).toEqual(['done', 'full']);
  expect(await other.results()).toEqual(['done']);
});

test('whether there is room for a key is known before its work is offered', async () => {
  const queue = new WorkQueue({ running: 1, waiting: 2, waitingPerKey: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  queue.requireRoom('a');
  const works = [queue.run('a', () => promise), queue.run('a', () => promise)];
  expect(() => queue.requireRoom('a')).toThrow('Too much work of one key waits');
  queue.requireRoom('b');
  works.push(queue.run('b', () => promise));
  expect(() => queue.requireRoom('c')).toThrow('Too much work waits');
  resolve();
  await Promise.all(works);
  queue.requireRoom('a');
});
