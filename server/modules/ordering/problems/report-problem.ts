import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Order } from '#contract/ordering/orders.ts';
import {
  canReportProblem,
  hasBeenMade,
  type ProblemKind,
  type ProblemWish,
  reportHours,
} from '#contract/ordering/problem-facts.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  makeOptionalPhoto,
  type Photo,
  withPhotoAgain,
  withSentPhoto,
} from '#server/modules/restaurants/pictures/picture.ts';
import type { StoredBytes } from '#server/modules/restaurants/pictures/picture-files.ts';
import { consumeOne, counterKey } from '#server/rate-limits/rate-counters.ts';
import { getOrder } from '../get-order.ts';
import { findOrder, lockOrder, type StoredOrder, type StoredProblem } from '../queries.ts';
import { orderForWire } from '../wire.ts';
import { mailOutlet } from './mail-outlet.ts';
import { deletePhoto, findProblemPhoto, placePhotoAgain, tellOfProblem, writePhoto, writeProblem } from './queries.ts';

interface Report {
  orderId: OrderId;
  kind: ProblemKind;
  wish: ProblemWish;
  note: string;
  lines: readonly { lineNumber: number; quantity: number }[];
  removesPhoto: boolean;
  photo: { bytes: Buffer } | undefined;
}

const daySeconds = 24 * 3600;

/**
 * Writes down what was wrong with an order, in place of what its guest had reported before, until somebody has answered (decision 100).
 * The order is locked, so that of a change and an answer one comes first. The restaurant is mailed about the first report alone. A photo is sent
 * to its bucket once nothing is known that would refuse the report, or has done it before.
 * @throws order.not_found, order.line_not_found, problem.not_over, problem.too_late, problem.answered, problem.too_many_reports; as
 * `makeOptionalPhoto` and `withSentPhoto`
 */
export async function reportProblem(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>,
  { restaurantId, customerId }: { restaurantId: RestaurantId; customerId: CustomerId },
  report: Report,
): Promise<Order> {
  const { db, clock } = deps;
  const { orderId } = report;
  // Looked at before a photo is decoded, which costs more than all the rest.
  const seen = await getOrder(db, restaurantId, orderId, customerId);
  if (!seen.problem?.answer) requireOpen(seen, clock());
  const tries = await consumeOne(
    db,
    counterKey('order-problems', restaurantId, customerId),
    limits.problemReportsPerDay,
    daySeconds,
    clock(),
  );
  if (!tries.isAllowed) throw new Refusal('problem.too_many_reports', { seconds: tries.retryAfterSeconds });
  const made = await makeOptionalPhoto(restaurantId, report.photo);
  if (made !== null) {
    const read = { readOnly: true } as const;
    const isNew = await transaction(db, restaurantId, (tx) => isToWrite(tx, seen, report, made, clock()), read);
    if (!isNew) {
      // The guest does not wait for it.
      void bringPhotoBack(deps, seen, made).catch((err: unknown) =>
        deps.log.warn({ err, restaurantId, orderId }, 'The lost photo of a problem could not be brought back'),
      );
      return orderForWire(seen, 'customer');
    }
  }
  return withSentPhoto(deps, restaurantId, made, (photo) =>
    transaction(db, restaurantId, async (tx) => {
      // Before the order, as whoever erases the guest does, who then finds what is written here.
      await holdGuest(tx, restaurantId, customerId);
      await lockOrder(tx, restaurantId, orderId);
      const order = await findOrder(tx, restaurantId, orderId, customerId);
      if (order === null) throw new Refusal('order.not_found');
      const now = clock();
      if (!(await isToWrite(tx, order, report, photo, now))) return orderForWire(order, 'customer');
      const before = order.problem ?? null;
      const wanted = problemOf(order, report, { hasNewPhoto: photo !== null, now });
      const reported = await writeProblem(tx, order, wanted);
      if (photo !== null) await writePhoto(tx, wanted, photo, now);
      else if (!wanted.has_photo) await deletePhoto(tx, wanted);
      if (before === null) await mailOutlet(tx, deps, reported, now);
      await tellOfProblem(tx, reported, now);
      return orderForWire(reported, 'customer');
    }),
  );
}

/** False where the guest has reported the same before, photo included. @throws what refuses the report. */
async function isToWrite(tx: Tx, order: StoredOrder, report: Report, photo: Photo | null, now: Date): Promise<boolean> {
  const before = order.problem ?? null;
  if (before !== null && isSame(before, problemOf(order, report, { hasNewPhoto: photo !== null, now }))) {
    if (photo === null) return false;
    const stored = await findProblemPhoto(tx, order.restaurant_id, order.id, null);
    if (stored && isSamePhoto(stored, photo)) return false;
  }
  if (before?.answer) throw new Refusal('problem.answered');
  requireOpen(order, now);
  requireLines(order, report);
  return true;
}

/** The report stays as it is, answered or not: its photo is there again where the bucket had lost it. */
async function bringPhotoBack(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { restaurant_id: restaurantId, id, customer_id: customerId }: StoredOrder,
  made: Photo,
): Promise<void> {
  const find = (tx: Tx) => findProblemPhoto(tx, restaurantId, id, null);
  const lost = await transaction(deps.db, restaurantId, find, { readOnly: true });
  if (lost === null || customerId === null) return;
  await withPhotoAgain(deps, restaurantId, lost, made, (photo) =>
    transaction(deps.db, restaurantId, async (tx) => {
      await holdGuest(tx, restaurantId, customerId);
      await lockOrder(tx, restaurantId, id);
      await placePhotoAgain(tx, { restaurant_id: restaurantId, order_id: id }, photo, lost.file);
    }),
  );
}

function isSamePhoto({ bytes, file }: StoredBytes, photo: Photo): boolean {
  return file?.startsWith(photo.hash) ?? bytes!.equals(photo.bytes);
}

function requireOpen(order: StoredOrder, now: Date): void {
  const { status, is_test: isTest, status_changed_at } = order;
  const facts = {
    status,
    isTest,
    statusChangedAt: status_changed_at.toISOString(),
    history: order.history.map(({ from_status: from }) => ({ from })),
  };
  if (!hasBeenMade(facts)) throw new Refusal('problem.not_over');
  if (!canReportProblem(facts, now)) throw new Refusal('problem.too_late', { hours: reportHours });
}

function requireLines({ lines }: StoredOrder, report: Report): void {
  for (const { lineNumber, quantity } of report.lines) {
    const line = lines.find(({ line_number }) => line_number === lineNumber);
    if (line === undefined || quantity > line.quantity) throw new Refusal('order.line_not_found');
  }
}

async function holdGuest(tx: Tx, restaurantId: RestaurantId, id: CustomerId): Promise<void> {
  const guest = await tx
    .selectFrom('customers')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (guest === undefined) throw new Refusal('order.not_found');
}

function problemOf(
  order: StoredOrder,
  { kind, wish, note, lines, removesPhoto }: Report,
  { hasNewPhoto, now }: { hasNewPhoto: boolean; now: Date },
): StoredProblem {
  const before = order.problem ?? null;
  return {
    restaurant_id: order.restaurant_id,
    order_id: order.id,
    outlet_id: order.outlet_id,
    kind,
    wish,
    note,
    lines: lines
      .map(({ lineNumber, quantity }) => ({ line_number: lineNumber, quantity }))
      .toSorted((one, other) => one.line_number - other.line_number),
    has_photo: hasNewPhoto || (!removesPhoto && (before?.has_photo ?? false)),
    reported_at: before?.reported_at ?? now,
    version: (before?.version ?? 0) + 1,
    answer: null,
    answer_note: null,
    amount_minor: null,
    is_by_hand: null,
    voucher_code: null,
    voucher_until: null,
    answered_by: null,
    answered_by_name: null,
    answered_at: null,
  };
}

/** Whether the guest says the same, photos apart. */
function isSame(before: StoredProblem, wanted: StoredProblem): boolean {
  const said = ({ kind, wish, note, lines, has_photo }: StoredProblem) =>
    JSON.stringify([kind, wish, note, lines.map(({ line_number, quantity }) => [line_number, quantity]), has_photo]);
  return said(before) === said(wanted);
}
