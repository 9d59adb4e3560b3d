import { expect, onTestFinished, test } from 'vitest';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { initialStock, openKitchens } from './guests.ts';
import { checkHistory } from './history.ts';
import { aWhile, usualAndMost } from './service.ts';
import { openSecondOutlet, readLedger, RecordingGuests, startTwoServers } from './two-servers.ts';

/** `npm run test:long` takes many more. */
const rounds = Number(process.env['HISTORY_ROUNDS'] ?? 4);
const guestCount = 50;
/** So few that they are sold out before the end. */
const scarceStock = 40;

test(
  'orders at two servers, either of which is killed again and again, make one history',
  async ({ annotate }) => {
    const pair = await startTwoServers();
    onTestFinished(() => pair.remove());
    const { machines, database } = pair;
    const stocks = [initialStock, initialStock, scarceStock];
    const { restaurants, guests } = await openKitchens(database.db, stocks, guestCount);
    const owner = await makeOwner(database.db, restaurants[0]!.id);
    const second = await openSecondOutlet(database.db, machines[0], restaurants[0]!, owner.token);
    // Half of the guests of the first restaurant order at its other outlet: one counter of events, two of orders.
    const placed = guests.map((guest, n) =>
      guest.restaurant === restaurants[0] && n % 2 === 1 ? { ...guest, restaurant: second } : guest,
    );
    const crowd = new RecordingGuests(machines, placed);
    const goneForMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await aWhile(300, 1_500);
      const struck = performance.now();
      // Both at once now and then; mostly the guests can go to the other one.
      const struckOnes = round % 5 === 3 ? ([0, 1] as const) : ([Math.random() < 0.5 ? 0 : 1] as const);
      await Promise.all(struckOnes.map((which) => pair.restart(which)));
      goneForMs.push(performance.now() - struck);
    }
    await crowd.finish();
    const ledgers = await Promise.all(
      restaurants.map((restaurant, n) => readLedger(database.db, restaurant, stocks[n]!)),
    );
    expect(checkHistory(crowd.attempts, ledgers)).toEqual([]);
    expect(crowd.unexpected.slice(0, 3)).toEqual([]);
    const orders = ledgers.reduce((sum, ledger) => sum + ledger.orders.length, 0);
    const unknown = crowd.attempts.filter(({ answer }) => answer === 'unknown').length;
    await annotate(
      `${crowd.attempts.length} requests, ${orders} orders, ${crowd.acknowledged} acknowledgements, ${unknown} without an answer; ` +
        `a killed server was back after ${usualAndMost(goneForMs)}`,
    );
    expect(unknown).toBeGreaterThanOrEqual(rounds);
    // The outlets of a restaurant all took part, and the scarce dish was sold to the last portion.
    expect(ledgers.map(({ outlets }) => outlets.filter(({ lastNumber }) => lastNumber > 0).length)).toEqual([2, 1, 1]);
    expect(ledgers[2]!.stock.after).toBe(0);
  },
  240_000 + rounds * 20_000,
);
