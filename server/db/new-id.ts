import { randomBytes } from 'node:crypto';

let lastMs = 0;
let counter = 0;

let pool = randomBytes(0);

/** Ten random bytes from a pool, so that the system is asked once for 400 ids. */
function takeRandomBytes(): Buffer {
  if (pool.length < 10) pool = randomBytes(4_000);
  const taken = pool.subarray(0, 10);
  pool = pool.subarray(10);
  return taken;
}

/**
 * A new id: UUIDv7 (RFC 9562). Ids of one process sort by creation, also within a millisecond and when the clock steps
 * back: the 12 bits after the time count up from a random start, and an overflow borrows from the next millisecond. 62
 * bits are random, so an id cannot be guessed from its neighbour.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export function newId<Id extends string>(): Id {
  const now = Date.now();
  const random = takeRandomBytes();
  if (now > lastMs) {
    lastMs = now;
    counter = random.readUInt16BE(0) & 0x7ff;
  } else if (counter === 0xfff) {
    lastMs += 1;
    counter = 0;
  } else {
    counter += 1;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const variant = ((random[2]! & 0x3f) | 0x80).toString(16);
  const tail = variant + random.toString('hex', 3);
  const count = counter.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}` as Id;
}
