/**
 * Checks a recorded history of orders against the database at its end: each acknowledged order is there once, numbers and events have
 * no gap and follow real time, stock is exact, and a repeated key gets its first answer. Pure; any number of servers may have answered.
 */

/** One request, as its guest saw it. Instants are milliseconds of one monotonic clock. */
export interface Attempt {
  key: string;
  outletId: string;
  askedAt: number;
  answeredAt: number;
  answer: Placed | Refused | 'unknown';
}

interface Placed {
  kind: 'placed';
  orderId: string;
  orderNumber: number;
  /** The exact text. */
  body: string;
}

/** An ordinary no, which leaves nothing behind. A lost connection and a 503 are `unknown`: the order may exist. */
interface Refused {
  kind: 'refused';
  code: string;
}

/** The tables of a restaurant at the end. */
export interface Ledger {
  /** The last number given in each outlet. */
  outlets: { id: string; lastNumber: number }[];
  orders: StoredOrder[];
  /** Its events, by their numbers. */
  events: { seq: number; type: string; orderId: string | null }[];
  lastSeq: number;
  /** Portions of the counted dish, which every order takes one of. */
  stock: { before: number; after: number };
}

interface StoredOrder {
  id: string;
  outletId: string;
  number: number;
  /** The keys that stand for it. */
  keys: string[];
}

const mostFaults = 20;

/** The inconsistencies, one sentence each. */
export function checkHistory(attempts: readonly Attempt[], ledgers: readonly Ledger[]): string[] {
  const byKey = Map.groupBy(attempts, ({ key }) => key);
  return [
    ...ledgers.flatMap((ledger) => [
      ...checkNumbers(ledger),
      ...checkEvents(ledger),
      ...checkStock(ledger, attempts),
      ...checkTimes(ledger, byKey),
    ]),
    ...checkAnswers(
      byKey,
      ledgers.flatMap(({ orders }) => orders),
    ),
  ].slice(0, mostFaults);
}

function checkAnswers(byKey: ReadonlyMap<string, readonly Attempt[]>, orders: readonly StoredOrder[]): string[] {
  const stored = Map.groupBy(
    orders.flatMap((order) => order.keys.map((key) => ({ key, order }))),
    ({ key }) => key,
  );
  const ofKeys = [...byKey].flatMap(([key, attempts]) => {
    const found = (stored.get(key) ?? []).map(({ order }) => order);
    const placed = attempts.flatMap(({ answer }) => (isPlaced(answer) ? [answer] : []));
    const first = placed[0];
    if (found.length > 1) return [`key ${key} stands for ${found.length} orders`];
    if (new Set(placed.map(({ body }) => body)).size > 1) return [`key ${key} was answered in two ways`];
    if (first === undefined) {
      const refusal = attempts.map(({ answer }) => answer).find((answer) => isRefused(answer));
      return refusal !== undefined && found.length > 0
        ? [`key ${key} was refused with ${refusal.code} and has an order`]
        : [];
    }
    if (found.length === 0) return [`order ${first.orderNumber} of key ${key} was acknowledged and is lost`];
    if (found[0]!.id === first.orderId && found[0]!.number === first.orderNumber) return [];
    return [`key ${key} was told order ${first.orderNumber} and stands for order ${found[0]!.number}`];
  });
  const ofOrders = orders.flatMap(({ number, keys }) => {
    if (keys.length !== 1) return [`order ${number} has ${keys.length} keys`];
    return byKey.has(keys[0]!) ? [] : [`order ${number} has the key ${keys[0]}, which nobody sent`];
  });
  return [...ofKeys, ...ofOrders];
}

function checkNumbers({ outlets, orders }: Ledger): string[] {
  return outlets.flatMap(({ id, lastNumber }) => {
    const numbers = orders.filter(({ outletId }) => outletId === id).map(({ number }) => number);
    return faultsOfRow('order number', numbers, lastNumber);
  });
}

function checkEvents({ events, orders, lastSeq }: Ledger): string[] {
  const placed = Map.groupBy(
    events.filter(({ type }) => type === 'order.placed'),
    ({ orderId }) => orderId,
  );
  return [
    ...faultsOfRow(
      'event',
      events.map(({ seq }) => seq),
      lastSeq,
    ),
    ...orders
      .filter(({ id }) => placed.get(id)?.length !== 1)
      .map(({ id, number }) => `order ${number} was told to screens ${placed.get(id)?.length ?? 0} times`),
    ...[...placed.keys()]
      .filter((orderId) => !orders.some(({ id }) => id === orderId))
      .map((orderId) => `screens were told of order ${orderId}, which is not there`),
  ];
}

/** Numbers must be 1 to `last`, each once. */
function faultsOfRow(name: string, numbers: readonly number[], last: number): string[] {
  const given = new Set(numbers);
  const gap = Array.from({ length: last }, (_, index) => index + 1).find((number) => !given.has(number));
  return [
    ...(given.size < numbers.length ? [`an ${name} was given twice`] : []),
    ...(gap === undefined ? [] : [`${name} ${gap} is missing before ${last}`]),
    ...(Math.max(0, ...numbers) > last ? [`${name} ${Math.max(...numbers)} is above ${last}, the last one given`] : []),
  ];
}

function checkStock({ stock, orders, outlets }: Ledger, attempts: readonly Attempt[]): string[] {
  const isHere = new Set(outlets.map(({ id }) => id));
  const wasSoldOut = attempts.some(
    ({ outletId, answer }) => isHere.has(outletId) && isRefused(answer) && answer.code === 'order.sold_out',
  );
  return [
    ...(orders.length > stock.before ? [`${orders.length} portions of ${stock.before} were sold`] : []),
    ...(stock.before - orders.length === stock.after
      ? []
      : [`${stock.after} portions are left of ${stock.before} after ${orders.length} orders`]),
    ...(wasSoldOut && stock.after > 0
      ? [`an order was refused as sold out, and ${stock.after} portions are left`]
      : []),
  ];
}

/** An order that was acknowledged before another was asked for has the lower numbers. */
function checkTimes({ orders, events, outlets }: Ledger, byKey: ReadonlyMap<string, readonly Attempt[]>): string[] {
  const seqs = new Map(events.filter(({ type }) => type === 'order.placed').map(({ seq, orderId }) => [orderId, seq]));
  const timed = orders.flatMap((order) => {
    const attempts = byKey.get(order.keys[0] ?? '') ?? [];
    const askedAt = Math.min(...attempts.map((attempt) => attempt.askedAt));
    const answeredAt = Math.min(
      ...attempts.filter(({ answer }) => isPlaced(answer)).map((attempt) => attempt.answeredAt),
    );
    return attempts.length === 0 ? [] : [{ ...order, seq: seqs.get(order.id) ?? 0, askedAt, answeredAt }];
  });
  const byNumber = outlets.flatMap(({ id }) => {
    const here = timed.filter(({ outletId }) => outletId === id).toSorted((one, other) => one.number - other.number);
    return firstOvertaken(here).map(({ number }) => `order number ${number} comes after that of a later order`);
  });
  const bySeq = firstOvertaken(timed.toSorted((one, other) => one.seq - other.seq));
  return [...byNumber, ...bySeq.map(({ seq }) => `event ${seq} comes after that of a later order`)];
}

/** The first of them that was acknowledged before one in front of it was asked for. */
function firstOvertaken<T extends { askedAt: number; answeredAt: number }>(inOrder: readonly T[]): T[] {
  let latestAsked = -Infinity;
  for (const one of inOrder) {
    if (latestAsked > one.answeredAt) return [one];
    latestAsked = Math.max(latestAsked, one.askedAt);
  }
  return [];
}

function isPlaced(answer: Attempt['answer']): answer is Placed {
  return answer !== 'unknown' && answer.kind === 'placed';
}

function isRefused(answer: Attempt['answer']): answer is Refused {
  return answer !== 'unknown' && answer.kind === 'refused';
}
