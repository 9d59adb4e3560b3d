/** The rings of an outline on a grid of whole numbers: whether a spot lies in one, and where one crosses itself. Pure. */

/** Whole millionths of a degree, of about 10 cm: sums and products of such numbers within a zone are exact. */
export type Spot = readonly [x: number, y: number];

/** A ring with the box around it. It does not repeat its first spot. */
export interface Ring {
  spots: readonly Spot[];
  box: Box;
}

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function ringOf(spots: readonly Spot[]): Ring {
  return { spots, box: boxAround(spots) };
}

function boxAround(spots: readonly Spot[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [x, y] of spots) {
    box.west = Math.min(box.west, x);
    box.south = Math.min(box.south, y);
    box.east = Math.max(box.east, x);
    box.north = Math.max(box.north, y);
  }
  return box;
}

/** Counts the sides that a ray to the east crosses. */
export function sideOf({ spots, box }: Ring, spot: Spot): 'in' | 'out' | 'edge' {
  const [x, y] = spot;
  if (x < box.west || x > box.east || y < box.south || y > box.north) return 'out';
  let isIn = false;
  let from = spots.at(-1)!;
  for (const to of spots) {
    const isUp = from[1] <= y && to[1] > y;
    const isDown = to[1] <= y && from[1] > y;
    if (isUp || isDown || from[1] === y || to[1] === y) {
      const turn = turnOf(from, to, spot);
      if (turn === 0 && isBetween(from, to, spot)) return 'edge';
      if ((isUp && turn > 0) || (isDown && turn < 0)) isIn = !isIn;
    }
    from = to;
  }
  return isIn ? 'in' : 'out';
}

/** Whether three spots of the ring differ. */
export function hasThreeSpots({ spots: [first, ...others] }: Ring): boolean {
  const second = others.find((spot) => !isSame(spot, first!));
  return second !== undefined && others.some((spot) => !isSame(spot, first!) && !isSame(spot, second));
}

function isSame([ax, ay]: Spot, [bx, by]: Spot): boolean {
  return ax === bx && ay === by;
}

interface Side {
  index: number;
  from: Spot;
  to: Spot;
  box: Box;
}

interface Meeting {
  side: Side;
  other: Side;
  at: Spot;
}

/**
 * A spot where two sides meet that do not follow one another, or where one runs back along the other; the first along the ring. Sides
 * are taken from west to east and compared with those that are not passed yet: usually few.
 */
export function crossingOf({ spots }: Ring): Spot | null {
  const sides = spots.map((from, index): Side => {
    const to = spots[(index + 1) % spots.length]!;
    return { index, from, to, box: boxAround([from, to]) };
  });
  let first: Meeting | null = null;
  let open: Side[] = [];
  for (const next of sides.toSorted((one, another) => one.box.west - another.box.west)) {
    open = open.filter(({ box }) => box.east >= next.box.west);
    for (const before of open) {
      if (before.box.south > next.box.north || before.box.north < next.box.south) continue;
      const [side, other] = before.index < next.index ? [before, next] : [next, before];
      if (first !== null && !isEarlier(side, other, first)) continue;
      const at = meetingOf(side, other, spots.length);
      if (at !== null) first = { side, other, at };
    }
    open.push(next);
  }
  return first?.at ?? null;
}

function isEarlier(side: Side, other: Side, than: Meeting): boolean {
  return side.index === than.side.index ? other.index < than.other.index : side.index < than.side.index;
}

/** `other` comes later in the ring, which has so many sides. */
function meetingOf(
  { index, from: a, to: b }: Side,
  { index: later, from: c, to: d }: Side,
  sides: number,
): Spot | null {
  const follows = later === index + 1;
  const leads = index === 0 && later === sides - 1;
  if (!follows && !leads) return meets(a, b, c, d) ? c : null;
  const [before, joint, after] = follows ? [a, b, d] : [c, a, b];
  const runsBack =
    turnOf(before, joint, after) === 0 && (isBetween(before, joint, after) || isBetween(joint, after, before));
  return runsBack ? joint : null;
}

function meets(a: Spot, b: Spot, c: Spot, d: Spot): boolean {
  const [c1, d1, a1, b1] = [turnOf(a, b, c), turnOf(a, b, d), turnOf(c, d, a), turnOf(c, d, b)];
  if (Math.sign(c1) * Math.sign(d1) < 0 && Math.sign(a1) * Math.sign(b1) < 0) return true;
  return (
    (c1 === 0 && isBetween(a, b, c)) ||
    (d1 === 0 && isBetween(a, b, d)) ||
    (a1 === 0 && isBetween(c, d, a)) ||
    (b1 === 0 && isBetween(c, d, b))
  );
}

/** Greater than 0 where the spot lies to the left of the way from one to the other, 0 on its line. */
function turnOf(from: Spot, to: Spot, [x, y]: Spot): number {
  return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
}

/** Whether a spot on the line through both lies between them. */
function isBetween([ax, ay]: Spot, [bx, by]: Spot, [x, y]: Spot): boolean {
  return Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
}
