/** Drawing primitives: each function returns a piece of SVG. Lengths are in the units of a picture of 1200 x 900. */

export type Svg = string;
interface Point {
  x: number;
  y: number;
}

export const circle = (x: number, y: number, r: number, fill: string, more = ''): Svg =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): Svg =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;

export const box = (x: number, y: number, width: number, height: number, round: number, fill: string, more = ''): Svg =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(round)}" fill="${fill}" ${more}/>`;

export const shape = (d: string, fill: string, more = ''): Svg => `<path d="${d}" fill="${fill}" ${more}/>`;

export const line = (d: string, colour: string, width: number, more = ''): Svg =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** Moves a drawing around (0, 0) to its place. `turn` is in degrees. */
export const at = (x: number, y: number, turn: number, size: number, content: Svg): Svg =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(size)})">${content}</g>`;

/** Repeatable random numbers from 0 to 1: the same seed gives the same sequence. */
export function dice(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
export type Dice = ReturnType<typeof dice>;

/** A random number between two others. */
export const between = (roll: Dice, from: number, to: number): number => from + roll() * (to - from);

/** An irregular round shape. `wobble` is the largest deviation, as a fraction of the radius. */
export function blob(
  roll: Dice,
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  wobble = 0.08,
  more = '',
): Svg {
  const points = Array.from({ length: 11 }, (_, step) => {
    const angle = (step / 11) * 2 * Math.PI;
    const stray = 1 + (roll() * 2 - 1) * wobble;
    return { x: x + Math.cos(angle) * rx * stray, y: y + Math.sin(angle) * ry * stray };
  });
  return shape(smooth(points), fill, more);
}

/** The closed curve through the midpoints between the points. */
function smooth(points: readonly Point[]): string {
  const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const last = points.at(-1)!;
  const start = middle(last, points[0]!);
  const curves = points.map((point, index) => {
    const end = middle(point, points[(index + 1) % points.length]!);
    return `Q${n(point.x)} ${n(point.y)} ${n(end.x)} ${n(end.y)}`;
  });
  return `M${n(start.x)} ${n(start.y)}${curves.join('')}Z`;
}

/** Random points within an oval around (0, 0), at least `apart` from each other while there is room. */
export function scatter(roll: Dice, count: number, rx: number, ry: number, apart = 0): Point[] {
  const places: Point[] = [];
  for (let tries = 0; places.length < count && tries < count * 30; tries++) {
    const angle = roll() * 2 * Math.PI;
    const distance = Math.sqrt(roll());
    const place = { x: Math.cos(angle) * distance * rx, y: Math.sin(angle) * distance * ry };
    if (places.every((other) => Math.hypot(other.x - place.x, other.y - place.y) >= apart)) places.push(place);
  }
  return places;
}

/** Points given as [x, y] pairs. */
export const places = (...points: readonly (readonly [x: number, y: number])[]): Point[] =>
  points.map(([x, y]) => ({ x, y }));

/** The same drawing at many points, each randomly turned; `draw` may use the random numbers too. */
export const strew = (roll: Dice, points: readonly Point[], draw: (roll: Dice) => Svg, size = 1): Svg =>
  points.map(({ x, y }) => at(x, y, roll() * 360, size * between(roll, 0.88, 1.12), draw(roll))).join('');

/** Evenly spaced points on an oval, starting at the top. */
export const ring = (count: number, rx: number, ry: number, start = -90): Point[] =>
  Array.from({ length: count }, (_, step) => {
    const angle = ((start + (step / count) * 360) * Math.PI) / 180;
    return { x: Math.cos(angle) * rx, y: Math.sin(angle) * ry };
  });

/** Rounded, because short numbers make small drawings. */
function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
