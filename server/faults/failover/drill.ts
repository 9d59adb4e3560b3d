/**
 * npm run drill:failover [-- --rounds=20]: kills the primary of a database with a standby under fifty orders a second, again and again,
 * and says what guests and screens notice. For a person, as root on Debian: it needs packages that tests do not have.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { writeText } from '#server/test/data/messages.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { testLog } from '#server/test/servers/log.ts';
import { listPlacedIn } from '../audit.ts';
import { startGateway } from '../gateway.ts';
import { initialStock, type Kitchens, openKitchens } from '../guests.ts';
import { checkHistory } from '../history.ts';
import { KitchenScreen } from '../kitchen-screen.ts';
import { type Machine, makeMachine } from '../machine.ts';
import { aWhile, delayEscalation, faultsOfScreen, median } from '../service.ts';
import { readLedger, RecordingGuests } from '../two-servers.ts';
import { type Cluster, missingPackages, startCluster } from './cluster.ts';
import { type Probe, startProbe } from './probe.ts';
import { printHead, printStrike, printSum, type Strike } from './report.ts';

/** Guests who order every second, and a little later on a busy machine: about fifty orders a second. */
const guestCount = 60;
const pace = { thinkMs: 950, retryMs: 500 };
const restaurantCount = 3;
const serverCount = 2;
/** Milliseconds from the promotion to the first order, at most. */
const ordersWithinMs = 10_000;
/** A poll comes once a second at least, and a notification within some milliseconds. */
const deafMs = 300;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
refuseWhereItCannotRun();
process.exitCode = await drill(Number(values.rounds));
process.exit();

function refuseWhereItCannotRun(): void {
  const problem =
    process.platform !== 'linux' || process.getuid?.() !== 0
      ? 'The drill runs as root on Debian'
      : missingPackages().length > 0
        ? `Packages are missing: apt-get install -y --no-install-recommends ${missingPackages().join(' ')}`
        : !(Number(values.rounds) > 0)
          ? 'The rounds are a number above zero'
          : null;
  if (problem === null) return;
  console.error(problem);
  process.exit(2);
}

async function drill(rounds: number): Promise<number> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  console.log('Starting etcd, two PostgreSQL under Patroni, HAProxy and two servers ...');
  const cluster = await startCluster();
  const gateway = await startGateway();
  const machines = [await makeMachine(), await makeMachine()] as const;
  let faults = ['it did not come to an end'];
  try {
    faults = await Promise.race([
      strikeAgain(rounds, cluster, machines, gateway),
      interrupted.then(() => ['it was interrupted']),
    ]);
  } finally {
    await Promise.all(machines.map((machine) => machine.remove()));
    gateway.close();
    await cluster.stop({ keepsFolder: faults.length > 0 });
    if (faults.length > 0) console.log(`\nThe logs of servers and databases are in ${cluster.folder}`);
  }
  for (const fault of faults) console.log(`FAIL  ${fault}`);
  if (faults.length === 0) console.log('\nNo order was lost or doubled, and every screen has got every order.');
  return faults.length === 0 ? 0 : 1;
}

type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** @returns the faults, one sentence each. */
async function strikeAgain(
  rounds: number,
  cluster: Cluster,
  machines: readonly [Machine, Machine],
  gateway: Gateway,
): Promise<string[]> {
  const environment = {
    DATABASE_URL: cluster.url,
    SECRET: testConfig.secret,
    SMS_DRIVER: 'http',
    SMS_HTTP_URL: gateway.url,
  };
  for (const machine of machines) {
    const { server } = await machine.startReady({ environment });
    const log = createWriteStream(join(cluster.folder, `server-${machine.port}.log`));
    for (const stream of [server.child.stdout!, server.child.stderr!]) stream.pipe(log);
  }
  const database = await openDatabase({ databaseUrl: cluster.url, dataDir: cluster.folder }, testLog);
  const stocks = Array.from({ length: restaurantCount }, () => initialStock);
  const kitchens = await openKitchens(database.db, stocks, guestCount);
  for (const { id } of kitchens.restaurants) await delayEscalation(database.db, id);
  const screens = kitchens.staffTokens.flatMap((token) => machines.map((machine) => new KitchenScreen(machine, token)));
  const probe = await startProbe(database, machines);
  const crowd = new RecordingGuests(machines, kitchens.guests, pace);
  const found: Strike[] = [];
  const texts: string[] = [];
  printHead();
  for (let round = 1; round <= rounds; round++) {
    await aWhile(3_000, 5_000);
    const one = await strikeOnce(cluster, crowd, probe, async () => {
      const text = await persist(() => writeText(database.db, probe.restaurant.id));
      texts.push(text);
      while (!gateway.sent.has(text)) await sleep(10);
    });
    found.push(one);
    printStrike(round, one);
  }
  await crowd.finish();
  const ledgers = await Promise.all(
    kitchens.restaurants.map((restaurant) => readLedger(database.db, restaurant, initialStock)),
  );
  const orders = ledgers.reduce((sum, ledger) => sum + ledger.orders.length, 0);
  const faults = [
    ...checkHistory(crowd.attempts, ledgers),
    ...crowd.unexpected.slice(0, 5).map((answer) => `a guest was answered ${answer}`),
    ...(await checkScreens(database, kitchens, screens)),
    ...(await probe.end()),
    ...texts.filter((text) => gateway.sent.get(text) !== text).map((text) => `the text ${text} was not sent`),
    ...found
      .filter(({ firstOrderMs }) => firstOrderMs > ordersWithinMs)
      .map(({ firstOrderMs }) => `an order came ${firstOrderMs} ms after the promotion`),
    ...(median(found.map(({ usuallyHeardMs }) => usuallyHeardMs)) < deafMs
      ? []
      : ['screens hear of orders at the other server by polling alone']),
  ];
  await Promise.all(screens.map((screen) => screen.close()));
  await database.close();
  printSum(found, orders, screens);
  return faults;
}

/** @param doJob resolves when a job has been written and done by a server. */
async function strikeOnce(
  cluster: Cluster,
  crowd: RecordingGuests,
  probe: Probe,
  doJob: () => Promise<void>,
): Promise<Strike> {
  const { leader, standby } = await cluster.roles();
  const promoted = cluster.untilPromoted(standby);
  const ordersPerSecond = countOrdersPerSecond(crowd);
  const killedAt = performance.now();
  cluster.kill(leader);
  const promotedAt = await promoted;
  const since = async (work: Promise<unknown>) => work.then(() => performance.now() - promotedAt);
  const [jobMs, heardMs, firstOrderMs] = await Promise.all([
    since(doJob()),
    since(probe.untilHeard()),
    since(untilPlaced(crowd, promotedAt)),
  ]);
  const back = performance.now();
  cluster.revive(leader);
  await cluster.untilWhole();
  const wholeMs = performance.now() - back;
  return {
    ordersPerSecond,
    promotedAfterMs: promotedAt - killedAt,
    firstOrderMs,
    refused: crowd.attempts.filter(({ askedAt, answer }) => answer === 'unknown' && askedAt > killedAt).length,
    jobMs,
    heardMs,
    usuallyHeardMs: await probe.usuallyHeardMs(),
    wholeMs,
  };
}

/** The mean of the last three seconds. */
function countOrdersPerSecond({ attempts }: RecordingGuests): number {
  const since = performance.now() - 3_000;
  const placed = attempts.filter(({ answeredAt, answer }) => answeredAt > since && answer !== 'unknown');
  return new Set(placed.map(({ key }) => key)).size / 3;
}

async function untilPlaced(crowd: RecordingGuests, since: number): Promise<void> {
  const isNew = (attempt: (typeof crowd.attempts)[number]) =>
    attempt.answeredAt > since && attempt.answer !== 'unknown' && attempt.answer.kind === 'placed';
  while (!crowd.attempts.slice(-2 * guestCount).some(isNew)) await sleep(5);
}

/** The database may go away meanwhile. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await sleep(100);
    }
  }
}

async function checkScreens({ db }: Database, kitchens: Kitchens, screens: KitchenScreen[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [n, screen] of screens.entries()) {
    const placed = await listPlacedIn(db, kitchens.restaurants[Math.floor(n / serverCount)]!);
    for (let waited = 0; screen.orderIds.length < placed.length && waited < 10_000; waited += 50) await sleep(50);
    faults.push(...faultsOfScreen(screen, placed));
  }
  return faults;
}
