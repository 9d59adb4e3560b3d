/**
 * The server's time as this device knows it. The clock of a tablet on a wall may be wrong by hours, and the minutes promised
 * to a guest are counted from the server's.
 */
const SECOND = 1000;
/** A difference below this is the time that an answer takes on its way, or too small for anybody to see. */
const TOLERANCE = 15 * SECOND;

/** Milliseconds by which the server's clock is ahead of this device's. */
let offset = 0;

export function serverNow(): Date {
  return serverTimeAt(Date.now());
}

/** The server's time at a moment of this device's clock, in milliseconds. */
export function serverTimeAt(moment: number): Date {
  return new Date(moment + offset);
}

/**
 * Takes over the time that an answer of the server tells.
 * @param now undefined from a server of the version before.
 * @param sentAt when its request was sent, by the clock of this device.
 */
export function noteServerTime(now: string | undefined, sentAt: number): void {
  if (now === undefined) return;
  const receivedAt = Date.now();
  const took = receivedAt - sentAt;
  // The device slept, or its clock was set, while the answer was on its way.
  if (took < 0 || took > TOLERANCE) return;
  const measured = Date.parse(now) - (sentAt + receivedAt) / 2;
  if (Math.abs(measured - offset) >= TOLERANCE) offset = measured;
}
