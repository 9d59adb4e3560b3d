/** All screens come back at once after a restart, and nobody waits long for theirs. */
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { readEvents, retryDelay } from '#contract/base/event-stream.ts';
import { openDatabase } from '#server/db/connect.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { makeMachine } from './machine.ts';

/** HERD_SCREENS=1000 is the long form. */
const screenCount = Number(process.env['HERD_SCREENS'] ?? 200);
const screensPerRestaurant = 20;
const missedEvents = 20;

const { target, drop } = await emptyDatabase();
const machine = await makeMachine();
const environment = { DATABASE_URL: urlOf(target), SECRET: 'a secret that stays the same here' };
const database = await openDatabase({ databaseUrl: environment.DATABASE_URL, dataDir: machine.dataDir }, testLog);
afterAll(async () => {
  await machine.remove();
  await database.close();
  await drop();
});

/** A screen that tries as those of Order Manager do: the stream, then the list, then a pause. */
class Screen {
  /** The number of the last event that it has seen. */
  seq = 0;
  isOpen = false;
  refusals = 0;
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
    void this.#follow();
  }

  async #follow(): Promise<void> {
    for (let failures = 0; !machine.isRemoved;) {
      if (await this.#connect()) failures = 0;
      else {
        failures += 1;
        await this.#ask('/api/v1/order/get-all-orders').then(
          (response) => response.resume(),
          () => undefined,
        );
      }
      await sleep(retryDelay(failures, Math.random()));
    }
  }

  /** Follows one stream to its end. @returns whether it ever spoke. */
  async #connect(): Promise<boolean> {
    let hasSpoken = false;
    try {
      const response = await this.#ask('/api/v1/events');
      if (response.statusCode !== 200) {
        this.refusals += 1;
        response.resume();
        return false;
      }
      for await (const batch of readEvents(Readable.toWeb(response) as ReadableStream<Uint8Array>)) {
        for (const data of batch) {
          this.seq = (JSON.parse(data) as { seq: number }).seq;
          this.isOpen = hasSpoken = true;
        }
      }
    } catch {
      // The server is away.
    }
    this.isOpen = false;
    return hasSpoken;
  }

  #ask(path: string): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const headers = { authorization: `Bearer ${this.#token}`, 'last-event-id': String(this.seq) };
      request(machine.url + path, { agent: false, headers })
        .on('error', fail)
        .on('response', done)
        .end();
    });
  }
}

test(`${screenCount} screens are back soon after a killed server serves again, each with what it missed`, async ({
  annotate,
}) => {
  let { server } = await machine.startReady({ environment });
  const restaurants = await Promise.all(
    Array.from({ length: screenCount / screensPerRestaurant }, async () => {
      const { id } = await makeRestaurant(database.db);
      return { id, token: (await makeOwner(database.db, id, 'staff')).token };
    }),
  );
  const screens = restaurants.flatMap(({ token }) =>
    Array.from({ length: screensPerRestaurant }, () => new Screen(token)),
  );
  const countOpen = () => screens.filter(({ isOpen }) => isOpen).length;
  await expect.poll(countOpen, { timeout: 60_000 }).toBe(screenCount);

  server.child.kill('SIGKILL');
  await server.ended;
  for (let n = 0; n < missedEvents; n++) {
    for (const { id } of restaurants) {
      await changeMenu(database.db, id, async () => undefined);
    }
  }
  // Long enough for all screens to have reached their longest pause.
  await sleep(4_000);
  for (const screen of screens) screen.refusals = 0;
  ({ server } = await machine.startReady({ environment }));
  const readyAt = performance.now();
  const backAfterMs: number[] = [];
  while (backAfterMs.length < screenCount && performance.now() - readyAt < 60_000) {
    const back = screens.filter(({ isOpen, seq }) => isOpen && seq === missedEvents).length;
    while (backAfterMs.length < back) backAfterMs.push(performance.now() - readyAt);
    await sleep(10);
  }
  const refusals = screens.reduce((sum, screen) => sum + screen.refusals, 0);
  const half = Math.round(backAfterMs[Math.floor(screenCount / 2)] ?? Infinity);
  const last = Math.round(backAfterMs[screenCount - 1] ?? Infinity);
  await annotate(`half of them back after ${half} ms, the last after ${last} ms; ${refusals} refused meanwhile`);
  expect(last).toBeLessThan(5_000 * slowness());
});
