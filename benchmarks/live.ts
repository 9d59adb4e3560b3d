/** P7: delay from the commit of an order to the kitchen's screens. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/connect.ts';
import { textLog } from '#server/log.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { percentile } from './load.ts';
import { type Guest, makeGuests, placeOne } from './orders.ts';
import { type Product, removeFolder, startProduct } from './product.ts';
import { ms, type Row, whole } from './report.ts';

const orders = 20;
/** Open streams of one restaurant: more than a kitchen has, which is the worst case for one order. */
const streamCounts = [1_000, 10_000];
const aims = new Map([
  [1_000, 'p99 <= 40 ms, <= 20 kB'],
  [10_000, 'p99 <= 200 ms, <= 20 kB'],
]);
/** Without rate limits a token may open any number. */
const tokenCount = 20;

export async function measureLive(): Promise<Row[]> {
  const product = await startProduct('none');
  try {
    const guests = await makeGuests(product.dataDir);
    const rows: Row[] = [];
    for (const count of streamCounts) rows.push(await measureStreams(product, guests[0]!, count));
    return rows;
  } finally {
    await product.stop();
    removeFolder(product.dataDir);
  }
}

/** An order's answer is sent after its commit, so time runs from the answer; an event that overtakes it counts as 0. */
async function measureStreams(product: Product, guest: Guest, count: number): Promise<Row> {
  const arrivals: number[] = [];
  const tokens = await ownersOf(product.dataDir, guest);
  const before = product.memoryMb().server;
  const streams: Socket[] = [];
  // A hundred at a time, because the server sheds a herd that connects all at once.
  for (let n = 0; n < count; n += 100) {
    const opening = Array.from({ length: Math.min(100, count - n) }, (_, i) =>
      openStream(product.url, tokens[(n + i) % tokenCount]!, () => arrivals.push(performance.now())),
    );
    streams.push(...(await Promise.all(opening)));
  }
  const kbEach = ((product.memoryMb().server - before) * 1000) / count;
  const afterAnswer: number[] = [];
  let missed = 0;
  for (let n = 0; n < orders; n++) {
    arrivals.length = 0;
    if ((await placeOne(product, guest)).status !== 200) throw new Error('An order was refused');
    const answeredAt = performance.now();
    for (let waited = 0; arrivals.length < count && waited < 2000; waited += 5) await sleep(5);
    missed += count - arrivals.length;
    afterAnswer.push(...arrivals.map((at) => Math.max(0, at - answeredAt)));
  }
  for (const stream of streams) stream.destroy();
  const p99 = percentile(afterAnswer, 99);
  return {
    goal: 'P7',
    work: `from the guest's answer to ${count.toLocaleString('en')} open kitchen screens`,
    value: `p50 ${ms(percentile(afterAnswer, 50))}, p99 ${ms(p99)}, ${missed} missed, ${whole(kbEach)} kB each`,
    aim: aims.get(count) ?? '',
    figures: { p50Ms: percentile(afterAnswer, 50), p99Ms: p99, missed, kbEach },
  };
}

async function ownersOf(dataDir: string, { restaurant }: Guest): Promise<string[]> {
  const database = await openDatabase(
    { dataDir, databaseUrl: undefined },
    textLog(() => undefined),
    { join: true },
  );
  try {
    const tokens: string[] = [];
    for (let n = 0; n < tokenCount; n++) tokens.push((await makeOwner(database.db, restaurant.id, 'staff')).token);
    return tokens;
  } finally {
    await database.close();
  }
}

const ready = Buffer.from('event: ready\n');
const placed = Buffer.from('event: order.placed\n');
const lineEnd = 0x0a;
const nothing = Buffer.alloc(0);
/** Memory that all sockets read into, one after the other: a piece of memory for each would take as long as the server's whole work. */
const arrived = Buffer.alloc(64 * 1024);

/** A bare socket that looks for two lines, because ten thousand HTTP clients would take the processor from the server. */
function openStream(url: string, token: string, onOrder: () => void): Promise<Socket> {
  return new Promise((done, fail) => {
    let rest = nothing;
    const read = (length: number) => {
      const piece =
        rest.length === 0 ? arrived.subarray(0, length) : Buffer.concat([rest, arrived.subarray(0, length)]);
      if (piece.includes(ready)) done(socket);
      let after = 0;
      for (let at = piece.indexOf(placed); at >= 0; at = piece.indexOf(placed, after)) {
        onOrder();
        after = at + placed.length;
      }
      // A piece that ends with a line end holds no part of a line.
      rest =
        piece.at(-1) === lineEnd ? nothing : Buffer.from(piece.subarray(Math.max(after, piece.length - placed.length)));
      return true;
    };
    const socket = connect({
      port: Number(new URL(url).port),
      host: '127.0.0.1',
      onread: { buffer: arrived, callback: read },
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error(`A stream was closed: ${rest.toString()}`)));
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
    );
  });
}
