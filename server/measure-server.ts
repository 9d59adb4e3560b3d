import { DAY } from '#contract/base/time.ts';
import { readVerifiedAt } from './db/backup/verified-backup.ts';
import type { Database } from './db/connect.ts';
import { engineAge } from './db/engine/engine-age.ts';
import { platformTransaction, type Tx } from './db/transaction.ts';
import type { Admission } from './http/admission.ts';
import type { Readiness } from './http/health.ts';
import type { Streams } from './http/streams/streams.ts';
import type { Metrics } from './metrics.ts';
import { countUnaccepted } from './modules/kitchen/escalation/count-unaccepted.ts';
import type { OrderWriter } from './modules/ordering/place/order-writer.ts';
import { countOpenJobs } from './modules/outbound/jobs/queries.ts';
import type { LogShipping } from './modules/platform/backups/ship-log.ts';
import { countBucketCalls } from './modules/restaurants/pictures/bucket-calls.ts';
import { countUnusedFiles } from './modules/restaurants/pictures/count-pictures.ts';
import { isBucketMistaken } from './modules/restaurants/pictures/own-bucket.ts';

interface Measured {
  database: Database;
  clock: () => Date;
  admission: Pick<Admission, 'inFlight'>;
  writer: Pick<OrderWriter, 'waiting'>;
  streams: Pick<Streams, 'count'>;
  runner: { isElected: () => boolean };
  backups: { state: () => { isLate: boolean } | null };
  shipping: Pick<LogShipping, 'state'> | null;
  readiness: Readiness;
}

/** Milliseconds for which figures of one statement are the same, so that however many ask, the database is asked once. */
const sameForMs = 1_000;

/** The figures that are read when they are asked for: of this process, and of the database for all restaurants together. */
export function measureServer(metrics: Metrics, measured: Measured): void {
  const { database, clock, admission, writer, streams, runner, backups, shipping, readiness } = measured;
  const seconds = (since: Date) => Math.max(0, (clock().getTime() - since.getTime()) / 1000);
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>) =>
    metrics.reads(name, help, [], read);

  gauge('ready', '1 while calls can be answered, as /readyz says.', async () => ((await readiness()).isReady ? 1 : 0));
  gauge('elected', '1 for the server that sends messages, escalates and cleans up.', () =>
    runner.isElected() ? 1 : 0,
  );
  gauge('http_requests_in_flight', 'Requests in progress.', () => admission.inFlight);
  gauge('streams_open', 'Screens and guests that follow events.', () => streams.count);
  gauge('orders_queued', 'Orders that wait to be written.', () => writer.waiting);
  metrics.reads('database_connections', 'Connections to the database.', ['pool', 'state'], () =>
    database.pools().flatMap(({ pool, busy, idle }) => [
      { labels: { pool, state: 'busy' }, value: busy },
      { labels: { pool, state: 'idle' }, value: idle },
    ]),
  );
  metrics.reads('database_waiting', 'Work that waits for a connection.', ['pool'], () =>
    database.pools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  );
  measureEngine(metrics, database, clock);

  // Not on the connections that orders need.
  const shared = <T>(read: (tx: Tx, now: Date) => Promise<T>) =>
    keptFor(sameForMs, () =>
      platformTransaction(database.importDb, 'administration', (tx) => read(tx, clock()), { readOnly: true }),
    );
  const jobs = shared(countOpenJobs);
  metrics.reads('jobs', 'Jobs that are not done; dead ones wait for a person.', ['queue', 'state'], async () =>
    (await jobs()).map(({ queue, state, jobs: value }) => ({ labels: { queue, state }, value })),
  );
  metrics.reads('job_due_age_seconds', 'Time for which the oldest due job has waited.', ['queue'], async () =>
    (await jobs())
      .filter(({ state }) => state === 'due')
      .map(({ queue, dueSince }) => ({ labels: { queue }, value: seconds(dueSince) })),
  );
  const unaccepted = shared(countUnaccepted);
  gauge(
    'orders_unaccepted',
    'Orders that nobody has accepted for half a minute.',
    async () => (await unaccepted()).orders,
  );
  gauge(
    'orders_unattended',
    'Those at outlets where no device would ring.',
    async () => (await unaccepted()).unattended,
  );
  gauge(
    'orders_reachable_by_push',
    'Those of them at outlets that have a device which is told by push.',
    async () => (await unaccepted()).reachableByPush,
  );
  gauge('escalation_delay_seconds', 'Time for which the oldest due step of an order has waited.', async () => {
    const { stepDueSince } = await unaccepted();
    return stepDueSince === null ? 0 : seconds(stepDueSince);
  });
  metrics.counts(
    'picture_bucket_calls_total',
    'Calls of the bucket of the pictures ended; missing is what rows name and the bucket has not, or not as it was stored.',
    ['call', 'outcome'],
    countBucketCalls,
  );
  const files = keptFor(sameForMs, () => countUnusedFiles(database.importDb));
  metrics.reads('picture_files_unused', 'Files of the bucket that no row names, until they go.', ['why'], async () =>
    (await files()).map(({ why, files: value }) => ({ labels: { why }, value })),
  );
  gauge('picture_files_erased_age_seconds', 'Time for which the oldest erased file has stayed.', async () => {
    const since = (await files()).find(({ why }) => why === 'erased')?.since ?? null;
    return since === null ? 0 : seconds(since);
  });
  gauge(
    'picture_bucket_mistaken',
    '1 when PICTURE_BUCKET was not the bucket that has the pictures, by the last look at it.',
    () => Number(isBucketMistaken(clock())),
  );
  gauge('backup_age_seconds', 'Age of the newest backup that was read back; none before the first.', async () => {
    const verifiedAt = await readVerifiedAt(database.importDb);
    return verifiedAt === null ? null : seconds(verifiedAt);
  });
  gauge('backup_late', '1 when the last backup is too old; none where this server makes none.', () => {
    const state = backups.state();
    return state === null ? null : Number(state.isLate);
  });
  gauge('log_late', '1 when newer orders would be lost with the machine; none where this server ships no log.', () =>
    shipping === null ? null : Number(shipping.state().isLate),
  );
  gauge('log_safe_age_seconds', 'Age of the newest moment that can be restored from the log; none before it.', () => {
    const safeAt = shipping?.state().safeAt ?? null;
    return safeAt === null ? null : seconds(safeAt);
  });
}

function measureEngine(metrics: Metrics, database: Database, clock: () => Date): void {
  metrics.reads('database_info', 'The database, by its version.', ['engine', 'version'], () => {
    const { engine, version } = database.state();
    return [{ labels: { engine, version }, value: 1 }];
  });
  metrics.reads(
    'database_engine_age_seconds',
    'Time since the release of its version; none of unknown ones.',
    [],
    () => {
      const age = engineAge(database.state().version, clock());
      return age === null ? null : (age.days * DAY) / 1000;
    },
  );
  metrics.reads(
    'database_releases_missed',
    'Releases of PostgreSQL since that of its version.',
    [],
    () => engineAge(database.state().version, clock())?.missed ?? null,
  );
  metrics.reads(
    'disk_free_bytes',
    'Room on the disk of the embedded database.',
    [],
    () => database.space()?.free ?? null,
  );
  metrics.reads('disk_size_bytes', 'Size of that disk.', [], () => database.space()?.size ?? null);
  metrics.reads('disk_low', '1 while nothing is written because the disk is nearly full.', [], () =>
    Number(database.state().isDiskLow),
  );
}

function keptFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (kept === undefined || performance.now() >= until) {
      kept = read();
      until = performance.now() + milliseconds;
    }
    return kept;
  };
}
