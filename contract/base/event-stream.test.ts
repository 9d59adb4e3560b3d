import { expect, test } from 'vitest';
import { readEvents, retryDelay } from './event-stream.ts';

function bodyOf(chunks: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

async function read(...chunks: string[]): Promise<string[][]> {
  const batches: string[][] = [];
  for await (const batch of readEvents(bodyOf(chunks))) batches.push(batch);
  return batches;
}

test('one event a frame, whatever else the frame says', async () => {
  expect(await read('id: 7\nevent: order.placed\ndata: {"seq":7}\n\nid: 8\ndata:{"seq":8}\n\n')).toEqual([
    ['{"seq":7}', '{"seq":8}'],
  ]);
});

test('a heartbeat is an empty batch', async () => {
  expect(await read(': alive\n\n')).toEqual([[]]);
});

test('several data lines are one text', async () => {
  expect(await read('data: a\ndata: b\n\n')).toEqual([['a\nb']]);
});

test('an unfinished event at the end is not an event', async () => {
  expect(await read('data: a\n')).toEqual([[]]);
});

test('frames may be cut anywhere, within a line end or a character too', async () => {
  const bytes = new TextEncoder().encode('data: é1\r\n\r\ndata: 2\n\ndata: 3\r\r');
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.enqueue(new TextEncoder().encode('\n'));
        controller.close();
      },
    });
    const texts: string[] = [];
    for await (const batch of readEvents(body)) texts.push(...batch);
    expect(texts, `cut at ${cut}`).toEqual(['é1', '2', '3']);
  }
});

test('tries spread out up to 3 s', () => {
  expect([0, 1, 2, 3, 9].map((failures) => retryDelay(failures, 1))).toEqual([500, 1000, 2000, 3000, 3000]);
  expect(retryDelay(9, 0)).toBe(1500);
});
