/** Where zones of the map overlap, and what they leave out between them. Pure; on a grid, so slivers below a cell are not seen. */
import { degreesEast, metresBetween, metresPerDegree } from '#contract/outlets/zone-fee.ts';
import { type MapPoint, positionOf, type ZoneShape } from '#contract/outlets/zone-shape.ts';

interface MappedZone {
  name: string;
  shape: ZoneShape;
}

/** South-west and north-east corner. */
export type Box = readonly [southWest: MapPoint, northEast: MapPoint];

interface Coverage {
  overlaps: (readonly [string, string])[];
  /** Where they are: cells that touch in a row are one box. */
  shared: Box[];
  holes: { middle: MapPoint; boxes: Box[] }[];
}

/** Cells along each side of the grid. */
const cellsPerSide = 72;

export function coverageOf(zones: readonly MappedZone[]): Coverage {
  const placed = zones.flatMap(({ name, shape }) => {
    const corners = extentOf(shape);
    return corners.length === 0 ? [] : [{ name, shape, box: boxOf(corners) }];
  });
  if (placed.length === 0) return { overlaps: [], shared: [], holes: [] };
  const [first] = placed[0]!.box[0];
  // On the near side of the 180th meridian, whichever side of it they are on.
  const mapped = placed.map(({ box: [southWest, northEast], ...zone }) => {
    const shift = first + degreesEast(first, southWest[0]) - southWest[0];
    return { ...zone, shift, box: [moved(southWest, shift), moved(northEast, shift)] as const };
  });
  const grid = gridOver(boxOf(mapped.flatMap(({ box }) => box)));
  const count = new Uint8Array(cellsPerSide ** 2);
  const covered = mapped.map(({ name, shape, shift }) => {
    const cells = cellsOf(shape, shift, grid);
    for (const cell of cells) count[cell]! += 1;
    return { name, cells, isCovered: new Set(cells) };
  });
  const overlaps = covered.flatMap((one, index) =>
    covered
      .slice(index + 1)
      .filter(({ isCovered }) => one.cells.some((cell) => isCovered.has(cell)))
      .map((other) => [one.name, other.name] as const),
  );
  const holes = enclosedIn(Array.from(count, (zonesHere) => zonesHere === 0)).map((cells) => {
    const boxes = stripsOf(cells, grid);
    return { middle: middleOf(cells.map((cell) => grid.boxOf(cell, cell))), boxes };
  });
  const shared = [...count.keys()].filter((cell) => count[cell]! > 1);
  return { overlaps, shared: stripsOf(shared, grid), holes };
}

interface Grid {
  /** Longitudes and latitudes of the middles of its columns and rows. */
  columns: number[];
  rows: number[];
  /** From one cell to another one of its row. */
  boxOf: (from: number, to: number) => Box;
}

function gridOver([[west, south], [east, north]]: Box): Grid {
  const [wide, high] = [(east - west) / cellsPerSide, (north - south) / cellsPerSide];
  const middles = (start: number, step: number) =>
    Array.from({ length: cellsPerSide }, (_, index) => start + (index + 0.5) * step);
  return {
    columns: middles(west, wide),
    rows: middles(south, high),
    boxOf: (from, to) => {
      const [first, last, row] = [from % cellsPerSide, to % cellsPerSide, Math.floor(from / cellsPerSide)];
      return [
        [west + first * wide, south + row * high],
        [west + (last + 1) * wide, south + (row + 1) * high],
      ];
    },
  };
}

/** Cells whose middle the shape covers. Of an outline row by row, because asking for every cell takes a minute with as many points as it may have. */
function cellsOf(shape: ZoneShape, shift: number, { columns, rows }: Grid): number[] {
  if (shape.kind === 'postcodes') return [];
  return rows.flatMap((latitude, row) => {
    const isIn = shape.kind === 'circle' ? circleRow(shape, shift, latitude) : outlineRow(shape.rings, shift, latitude);
    return columns.flatMap((longitude, column) => (isIn(longitude) ? [row * cellsPerSide + column] : []));
  });
}

function circleRow({ centre, radius }: Extract<ZoneShape, { kind: 'circle' }>, shift: number, latitude: number) {
  const middle = positionOf(centre);
  return (longitude: number) => metresBetween(middle, { latitude, longitude: longitude - shift }) <= radius;
}

function outlineRow(rings: readonly (readonly MapPoint[])[], shift: number, latitude: number) {
  const crossings = rings.flatMap((ring) =>
    ring.flatMap(([fromX, fromY], index) => {
      const [toX, toY] = ring[(index + 1) % ring.length]!;
      if (fromY <= latitude === toY <= latitude) return [];
      return [shift + fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX)];
    }),
  );
  return (longitude: number) => crossings.filter((crossing) => crossing <= longitude).length % 2 === 1;
}

function stripsOf(cells: readonly number[], grid: Grid): Box[] {
  const strips: { from: number; to: number }[] = [];
  for (const cell of cells.toSorted((one, other) => one - other)) {
    const last = strips.at(-1);
    if (last?.to === cell - 1 && cell % cellsPerSide !== 0) last.to = cell;
    else strips.push({ from: cell, to: cell });
  }
  return strips.map(({ from, to }) => grid.boxOf(from, to));
}

function boxOf(points: readonly MapPoint[]): Box {
  const southWest = points.reduce(([x, y], [a, b]) => [Math.min(x, a), Math.min(y, b)] as const);
  const northEast = points.reduce(([x, y], [a, b]) => [Math.max(x, a), Math.max(y, b)] as const);
  return [southWest, northEast];
}

function moved([longitude, latitude]: MapPoint, degrees: number): MapPoint {
  return [longitude + degrees, latitude];
}

/** Groups of free cells that touch each other, and none of which touches the edge of the grid. */
function enclosedIn(isFree: readonly boolean[]): number[][] {
  const seen = new Set<number>();
  const groups: number[][] = [];
  for (const [start, free] of isFree.entries()) {
    if (!free || seen.has(start)) continue;
    const group = [start];
    seen.add(start);
    let isEnclosed = true;
    for (const index of group) {
      const [column, row] = [index % cellsPerSide, Math.floor(index / cellsPerSide)];
      if (column === 0 || row === 0 || column === cellsPerSide - 1 || row === cellsPerSide - 1) isEnclosed = false;
      for (const next of neighboursOf(column, row)) {
        if (isFree[next] !== true || seen.has(next)) continue;
        seen.add(next);
        group.push(next);
      }
    }
    if (isEnclosed) groups.push(group);
  }
  return groups;
}

function neighboursOf(column: number, row: number): number[] {
  const all = [
    [column - 1, row],
    [column + 1, row],
    [column, row - 1],
    [column, row + 1],
  ] as const;
  return all
    .filter(([x, y]) => x >= 0 && y >= 0 && x < cellsPerSide && y < cellsPerSide)
    .map(([x, y]) => y * cellsPerSide + x);
}

function middleOf(cells: readonly Box[]): MapPoint {
  const sum = cells.reduce(([x, y], [[a, b], [c, d]]) => [x + (a + c) / 2, y + (b + d) / 2] as const, [
    0, 0,
  ] as MapPoint);
  return [rounded(sum[0] / cells.length), rounded(sum[1] / cells.length)];
}

/** Corners around the shape. */
export function extentOf(shape: ZoneShape): MapPoint[] {
  if (shape.kind === 'postcodes') return [];
  if (shape.kind === 'polygon') return shape.rings.flat();
  const [longitude, latitude] = shape.centre;
  const high = shape.radius / metresPerDegree;
  const wide = high / Math.cos((latitude * Math.PI) / 180);
  return [
    [longitude - wide, latitude - high],
    [longitude + wide, latitude + high],
  ];
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
