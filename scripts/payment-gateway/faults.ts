/** The ways in which a gateway, or the line to it, can fail. Shares are from 0 (never) to 1 (always). */
export interface Faults {
  /** Notifications wait so many milliseconds. */
  notificationDelayMs: number;
  /** 1: each notification waits for a time of its own, up to that, so that they arrive in another order. */
  shuffled: number;
  /** Each notification is sent so many times, at once. */
  copies: number;
  /** The share of notifications that are never sent. */
  dropped: number;
  /** The share of notifications beside which another is sent that says "paid", signed with a wrong secret. */
  forged: number;
  /** The share of notifications beside which the same is sent as if it were ten minutes old. */
  old: number;
  /** Answers wait so many milliseconds after the work. */
  answerDelayMs: number;
  /** The share of changing calls that are answered with a fault of the gateway, without doing the work. */
  failing: number;
  /** The share of reading calls that are answered so. */
  readFailing: number;
  /** The share of changing calls whose connection is cut after the work. */
  cut: number;
  /** Smaller payments are refused, in the gateway's units; those of the real one depend on the currency. */
  minimum: number;
  /** The share of refunds that stay on their way until the guest's bank returns them. */
  stuckRefunds: number;
}

export const noFaults: Faults = {
  notificationDelayMs: 0,
  shuffled: 0,
  copies: 1,
  dropped: 0,
  forged: 0,
  old: 0,
  answerDelayMs: 0,
  failing: 0,
  readFailing: 0,
  cut: 0,
  minimum: 0,
  stuckRefunds: 0,
};

/** The faults that a query names, as numbers; the others stay. */
export function readFaults(query: URLSearchParams): Partial<Faults> {
  return Object.fromEntries(
    [...query]
      .filter(([name, value]) => Object.hasOwn(noFaults, name) && /^\d+(\.\d+)?$/.test(value))
      .map(([name, value]) => [name, Number(value)]),
  );
}
