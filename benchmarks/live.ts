/** P7: delay from the commit of an order to the kitchen's screens. */
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/connect.ts';
import { textLog } from '#server/log.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { percentile } from './load.ts';
import { type Guest, makeGuests, placeOne } from './orders.ts';
import { type Product, removeFolder, startProduct } from './product.ts';
import { ms, type Row } from './report.ts';

const orders = 40;
/** Open streams of one restaurant: more than a kitchen has, which is the worst case for one order. */
const streamCounts = [100, 1000];

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
  const tokens = await ownersOf(product.dataDir, guest, Math.ceil(count / 5));
  const streams: ClientRequest[] = [];
  // A hundred at a time, because the server sheds a herd that connects all at once.
  for (let n = 0; n < count; n += 100) {
    const opening = Array.from({ length: Math.min(100, count - n) }, (_, i) =>
      openStream(product.url, tokens[Math.floor((n + i) / 5)]!, () => arrivals.push(performance.now())),
    );
    streams.push(...(await Promise.all(opening)));
  }
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
    value: `p50 ${ms(percentile(afterAnswer, 50))}, p99 ${ms(p99)}, ${missed} missed`,
    aim: count === 1000 ? 'p99 <= 40 ms' : '',
    figures: { p50Ms: percentile(afterAnswer, 50), p99Ms: p99, missed },
  };
}

/** One token for every five streams, the most a token may open. */
async function ownersOf(dataDir: string, { restaurant }: Guest, count: number): Promise<string[]> {
  const database = await openDatabase(
    { dataDir, databaseUrl: undefined },
    textLog(() => undefined),
    { join: true },
  );
  try {
    const tokens: string[] = [];
    for (let n = 0; n < count; n++) tokens.push((await makeOwner(database.db, restaurant.id, 'staff')).token);
    return tokens;
  } finally {
    await database.close();
  }
}

function openStream(url: string, token: string, onOrder: () => void): Promise<ClientRequest> {
  return new Promise((done, fail) => {
    const sent = request(`${url}/api/v1/events`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      agent: false,
    });
    sent.on('error', fail);
    sent.on('response', (response) => {
      if (response.statusCode !== 200) fail(new Error(`A stream was answered with ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('error', () => undefined);
      response.on('data', (text: string) => {
        if (text.includes('event: ready')) done(sent);
        if (text.includes('event: order.placed')) onOrder();
      });
    });
    sent.end();
  });
}
