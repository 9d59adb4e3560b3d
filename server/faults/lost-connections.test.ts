import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { KitchenScreen } from './kitchen-screen.ts';
import { makeMachine } from './machine.ts';
import { aWhile, beginService, endService } from './service.ts';

/** A full run for R58 takes 1,000 disconnections of the screens; these fit into `npm test`. */
const disconnections = 200;
const screensOfEach = 3;

test('over a network that cuts every connection, guests order once and screens hear everything once', async ({
  annotate,
}) => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  await machine.startReady();
  const service = await beginService(machine, 12, { hangsUp: true });
  const { crowd, screens, staffTokens } = service;
  for (let n = 1; n < screensOfEach; n++) {
    screens.push(...staffTokens.map((token) => new KitchenScreen(machine, token)));
  }
  await Promise.all(
    screens.map(async (screen) => {
      for (let n = 0; n < disconnections / screens.length; n++) {
        const connections = screen.connections;
        while (screen.connections === connections) await sleep(5);
        await aWhile(0, 100);
        screen.drop();
      }
    }),
  );
  const { faults, orders } = await endService(service);
  expect(faults).toEqual([]);
  const connections = screens.reduce((sum, screen) => sum + screen.connections, 0);
  await annotate(
    `${orders} orders, ${crowd.cut} answers torn off; ${screens.length} screens connected ${connections} times`,
  );
  expect(crowd.cut).toBeGreaterThan(orders / 4);
  expect(connections).toBeGreaterThanOrEqual(disconnections);
});
