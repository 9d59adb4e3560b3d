import { type BucketStore, bucketStore, isMissingFile } from '#server/db/backup/wal/bucket-store.ts';
import { BucketUnavailable } from '#server/db/unavailable.ts';
import type { Config } from '#server/config.ts';

const kinds = ['read', 'write', 'list', 'remove'] as const;
/** `missing`: the bucket answers, and has not what a row names, or other bytes than were stored. */
const outcomes = ['done', 'missing', 'failed'] as const;
type Kind = (typeof kinds)[number];

/** Ended calls of the bucket of the pictures since the process began, by their kind and how they ended. */
const ended = kinds.flatMap((call) => outcomes.map((outcome) => ({ labels: { call, outcome }, value: 0 })));

export function countBucketCalls(): typeof ended {
  return ended;
}

function count(kind: Kind, outcome: (typeof outcomes)[number]): void {
  ended.find(({ labels }) => labels.call === kind && labels.outcome === outcome)!.value += 1;
}

/** An original that is not what was stored is counted beside its call, which was done. */
export function countDamaged(): void {
  count('read', 'missing');
}

/** Milliseconds that the bucket may take for a part. */
export const bucketMs = 10_000;

export function bucketOf({ pictureBucket }: Pick<Config, 'pictureBucket'>, signal?: AbortSignal): BucketStore {
  if (pictureBucket === undefined)
    throw new BucketUnavailable('A picture is in a bucket, and PICTURE_BUCKET is not set');
  return counted(bucketStore(pictureBucket, { withinMs: bucketMs, signal }));
}

/** Without `removeUnfinished`, which pictures never need: each is sent in one part. */
function counted(store: BucketStore): BucketStore {
  async function watch<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      count(kind, 'done');
      return done;
    } catch (error) {
      count(kind, isMissingFile(error) ? 'missing' : 'failed');
      throw error;
    }
  }
  return {
    ...store,
    list: (prefix) => watch('list', () => store.list(prefix)),
    async *listPages(prefix) {
      const pages = store.listPages(prefix)[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await watch('list', () => pages.next());
        if (done === true) return;
        yield value;
      }
    },
    async *read(name) {
      const parts = await watch('read', () => Array.fromAsync(store.read(name)));
      yield* parts;
    },
    write: (name, bytes) => watch('write', () => store.write(name, bytes)),
    remove: (name) => watch('remove', () => store.remove(name)),
  };
}
