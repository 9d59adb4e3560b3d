import type { Db } from './connect.ts';
import { outsideOutlets } from './outlet-scope.ts';

/** Most statements of one kind on their way at once: while one hangs, the other serves the requests behind it. */
const statementsMax = 2;

interface Question<Input, Output> {
  input: Input;
  settle: (output: Output) => void;
  fail: (error: unknown) => void;
}

interface Line<Input, Output> {
  waiting: Question<Input, Output>[];
  statements: number;
  isScheduled: boolean;
}

/**
 * Answers a question of many requests in one statement for all that ask in the same turn of the event loop. While two
 * statements are on their way, whoever asks waits for the next one: otherwise a rush would open every connection of the pool.
 * @param answerAll answers in the sequence of the inputs; when it fails, all of them fail.
 */
export function together<Input, Output>(
  answerAll: (db: Db, inputs: readonly Input[]) => Promise<readonly Output[]>,
): (db: Db, input: Input) => Promise<Output> {
  const lines = new WeakMap<Db, Line<Input, Output>>();

  function schedule(db: Db, line: Line<Input, Output>): void {
    if (line.isScheduled || line.waiting.length === 0 || line.statements >= statementsMax) return;
    line.isScheduled = true;
    // The limit to outlets of whoever asked first must not hold for the others.
    outsideOutlets(() =>
      setImmediate(() => {
        line.isScheduled = false;
        void answer(db, line);
      }),
    );
  }

  async function answer(db: Db, line: Line<Input, Output>): Promise<void> {
    const all = line.waiting.splice(0);
    line.statements += 1;
    try {
      const inputs = all.map(({ input }) => input);
      const outputs = await answerAll(db, inputs);
      for (const [index, { settle }] of all.entries()) settle(outputs[index]!);
    } catch (error) {
      for (const { fail } of all) fail(error);
    } finally {
      line.statements -= 1;
      schedule(db, line);
    }
  }

  return (db, input) =>
    new Promise((settle, fail) => {
      const line = lines.get(db) ?? { waiting: [], statements: 0, isScheduled: false };
      lines.set(db, line);
      line.waiting.push({ input, settle, fail });
      schedule(db, line);
    });
}
