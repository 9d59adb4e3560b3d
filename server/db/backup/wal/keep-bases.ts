import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#contract/base/time.ts';
import { BackOff } from './back-off.ts';
import { readChains } from './chains.ts';
import { asError } from './packing.ts';
import type { PieceWriter } from './piece-writer.ts';
import type { WalNews, WalShipment } from './ship-wal.ts';
import { baseEveryMs, markBase, pruneChains, takeBase } from './take-base.ts';

const lookEveryMs = MINUTE;

/** A base reads the whole database: one that fails is not repeated at once, also where the shipping begins anew meanwhile. */
export function baseBackOff(): BackOff {
  return new BackOff(MINUTE, 60 * MINUTE);
}

/** Takes a base now where the chain has none, and one a day then, until the signal. Tells of each, and of the newest at the start. */
export async function keepBases(
  { target, store, sealing, keepDays, baseRetry }: WalShipment,
  chain: string,
  writer: Pick<PieceWriter, 'stored' | 'cut'>,
  tell: (news: WalNews) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: Date | undefined;
  const take = async (isFirst: boolean) => {
    const base = await takeBase(target, store, chain, sealing, isFirst, signal);
    while (writer.stored < base.end) {
      await writer.cut();
      await sleep(100, undefined, { signal });
    }
    await markBase(store, base);
    tell({ kind: 'base', chain, finishedAt: (last = base.finishedAt) });
    baseRetry.succeed();
    await pruneChains(store, chain, keepDays);
  };
  while (!signal.aborted) {
    try {
      if (last === undefined) {
        last = (await readChains(store)).get(chain)?.bases.at(-1)?.finishedAt;
        if (last !== undefined) tell({ kind: 'base', chain, finishedAt: last });
      }
      if (baseRetry.waitMs === 0 && isDue(last)) await take(last === undefined);
    } catch (error) {
      if (signal.aborted) return;
      baseRetry.fail();
      tell({ kind: 'problem', error: asError(error) });
    }
    await sleep(Math.max(lookEveryMs, baseRetry.waitMs), undefined, { signal }).catch(() => undefined);
  }
}

/** A base of the future was taken by a wrong clock. */
function isDue(last: Date | undefined): boolean {
  const age = Date.now() - (last?.getTime() ?? 0);
  return age < 0 || age >= baseEveryMs;
}
