import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';
import { outletSetting, withinOutlets } from './outlet-scope.ts';
import { together } from './together.ts';

/** Questions are numbers, and answers their tenfold, when the test lets a statement end. */
function openLine() {
  const statements: { inputs: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const ask = together(
    (_, inputs: readonly number[]) =>
      new Promise<number[]>((settle, fail) => {
        statements.push({ inputs, end: () => settle(inputs.map((input) => input * 10)), fail });
      }),
  );
  const [db, other] = [{} as Db, {} as Db];
  return { statements, ask: (input: number) => ask(db, input), askOther: (input: number) => ask(other, input) };
}

const asked = ({ statements }: ReturnType<typeof openLine>) => statements.map(({ inputs }) => inputs);

test('questions of one turn are one statement, and each gets its own answer', async () => {
  const line = openLine();
  const answers = Promise.all([1, 2, 3].map(line.ask));
  await turn();
  expect(asked(line)).toEqual([[1, 2, 3]]);
  line.statements[0]!.end();
  expect(await answers).toEqual([10, 20, 30]);
});

test('questions that come while two statements are on their way wait for the first that ends, and are one', async () => {
  const line = openLine();
  const answers: Promise<number>[] = [];
  for (const input of [1, 2, 3, 4]) {
    answers.push(line.ask(input));
    await turn();
  }
  expect(asked(line)).toEqual([[1], [2]]);
  // The first one hangs for ever.
  line.statements[1]!.end();
  expect(await answers[1]).toBe(20);
  await turn();
  expect(asked(line)).toEqual([[1], [2], [3, 4]]);
  line.statements[2]!.end();
  expect(await Promise.all(answers.slice(2))).toEqual([30, 40]);
});

test('a statement that fails fails its own questions alone, and the line goes on', async () => {
  const line = openLine();
  const first = Promise.allSettled([line.ask(1), line.ask(2)]);
  await turn();
  const beside = line.ask(3);
  await turn();
  line.statements[0]!.fail(new Error('gone'));
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  line.statements[1]!.end();
  expect(await beside).toBe(30);
  const next = line.ask(4);
  await turn();
  line.statements[2]!.end();
  expect(await next).toBe(40);
});

test('nobody is answered within the limit to outlets of whoever asked first', async () => {
  const settings: string[] = [];
  const ask = together(async (_, inputs: readonly number[]) => {
    settings.push(outletSetting());
    return inputs;
  });
  const db = {} as Db;
  await Promise.all([withinOutlets([newId<OutletId>()], () => ask(db, 1)), ask(db, 2)]);
  expect(settings).toEqual(['']);
});

test('databases have lines of their own', async () => {
  const line = openLine();
  const answers = Promise.all([line.ask(1), line.askOther(2)]);
  await turn();
  expect(asked(line)).toEqual([[1], [2]]);
  for (const { end } of line.statements) end();
  expect(await answers).toEqual([10, 20]);
});
