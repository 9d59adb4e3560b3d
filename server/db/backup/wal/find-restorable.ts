import type { BackupStore } from './backup-store.ts';
import { type Base, type Piece, piecesFrom, readChains } from './chains.ts';
import { segmentStart } from './lsn.ts';

/** A base and the log from its start on, to the first hole. */
export interface Restorable {
  base: Base;
  pieces: Piece[];
}

/**
 * Finds the base and the log of a moment, or of the end of the log. Of several chains that have it, the one counts whose log reaches
 * furthest: a copy that was restored beside the server for a look ships a log of its own, with bases that may be newer. Of its bases the
 * newest counts, because it needs the least log.
 * @throws where there is no log, or none of that moment.
 */
export async function findRestorable(store: BackupStore, at: Date | undefined): Promise<Restorable> {
  const chains = await readChains(store);
  const bases = [...chains.values()].flatMap((chain) => chain.bases);
  if (bases.length === 0) throw new Error(`There is no log of a database in ${store.place}`);
  const found = bases
    .filter(({ finishedAt }) => at === undefined || finishedAt <= at)
    .flatMap((base) => {
      const pieces = piecesFrom(chains.get(base.chain)!.pieces, segmentStart(base.start));
      const last = pieces.at(-1);
      return last !== undefined && last.end >= base.end ? [{ base, pieces, reachesTo: last.safeAt }] : [];
    })
    .toSorted(
      (one, other) =>
        other.reachesTo.getTime() - one.reachesTo.getTime() ||
        other.base.finishedAt.getTime() - one.base.finishedAt.getTime(),
    );
  if (found[0] !== undefined) return found[0];
  const oldest = new Date(Math.min(...bases.map(({ finishedAt }) => finishedAt.getTime()))).toISOString();
  throw new Error(`Nothing of that moment can be restored: the log in ${store.place} begins at ${oldest}`);
}
