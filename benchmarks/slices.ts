/** Rates of several things on one loud machine: measured in short slices that take turns, so that noise hits all alike. */
import { type Measured, median, percentile } from './load.ts';
import { type Cpu, subtractCpu } from './product.ts';
import { ms, whole } from './report.ts';

export interface Contender {
  name: string;
  /** CPU that server and database have used so far, in milliseconds. */
  cpu: () => Cpu;
  run: (clients: number, seconds: number) => Promise<Measured>;
}

interface Slice extends Measured {
  /** Milliseconds of CPU per request. */
  server: number;
  database: number;
  client: number;
}

export type Slices = Record<string, Slice[]>;

/** Every contender once a turn, the sequence reversed in every other turn. @throws when a request fails. */
export async function takeTurns(
  contenders: readonly Contender[],
  { clients, turns, seconds }: { clients: number; turns: number; seconds: number },
): Promise<Slices> {
  const slices: Slices = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let turn = 0; turn < turns; turn++) {
    for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed()) {
      slices[contender.name]!.push(await takeSlice(contender, clients, seconds));
    }
  }
  return slices;
}

async function takeSlice({ cpu, run }: Contender, clients: number, seconds: number): Promise<Slice> {
  const [before, own] = [cpu(), process.cpuUsage()];
  const measured = await run(clients, seconds);
  const { user, system } = process.cpuUsage(own);
  const used = subtractCpu(cpu(), before);
  const count = measured.times.length;
  return {
    ...measured,
    server: used.server / count,
    database: used.database / count,
    client: (user + system) / 1000 / count,
  };
}

/** The middle rate with the least and the most, percentiles of all answers, and the CPU that a request takes. */
export function describe(slices: readonly Slice[]): { value: string; figures: Record<string, number> } {
  const rates = slices.map(({ perSecond }) => perSecond);
  const times = slices.flatMap((slice) => slice.times);
  const middle = (of: (slice: Slice) => number) => median(slices.map(of));
  const figures = {
    perSecond: median(rates),
    least: Math.min(...rates),
    most: Math.max(...rates),
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    serverMs: middle(({ server }) => server),
    databaseMs: middle(({ database }) => database),
    clientMs: middle(({ client }) => client),
  };
  const cpu = [figures.serverMs, figures.databaseMs, figures.clientMs].map((each) => each.toFixed(2)).join(' + ');
  const value =
    `${whole(figures.perSecond)}/s [${whole(figures.least)}-${whole(figures.most)}], ` +
    `p50 ${ms(figures.p50Ms)}, p99 ${ms(figures.p99Ms)}, CPU ${cpu} ms`;
  return { value, figures };
}

/** The middle of the ratios of CPU per request of the server, in slices that followed each other. */
export function cpuRatioOf(slices: readonly Slice[], others: readonly Slice[]): number {
  return median(slices.map(({ server }, turn) => server / others[turn]!.server));
}

/** The middle of the ratios of slices that followed each other. */
export function ratioOf(slices: readonly Slice[], others: readonly Slice[]): number {
  return median(slices.map(({ perSecond }, turn) => perSecond / others[turn]!.perSecond));
}
