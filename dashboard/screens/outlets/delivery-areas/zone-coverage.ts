/** Where zones of the map overlap, and what they leave out between them. Pure; on a grid, so slivers below a cell are not seen. */
import { metresPerDegree } from '#contract/outlets/zone-fee.ts';
import { covers, type MapPoint, type ZoneShape } from '#contract/outlets/zone-shape.ts';

interface MappedZone {
  name: string;
  shape: ZoneShape;
}

/** South-west and north-east corner of a cell. */
export type Cell = readonly [southWest: MapPoint, northEast: MapPoint];

interface Coverage {
  overlaps: { names: readonly [string, string]; cells: Cell[] }[];
  holes: { middle: MapPoint; cells: Cell[] }[];
}

/** Cells along each side of the grid. */
const cellsPerSide = 72;

export function coverageOf(zones: readonly MappedZone[]): Coverage {
  const mapped = zones.filter(({ shape }) => shape.kind !== 'postcodes');
  const corners = mapped.flatMap(({ shape }) => extentOf(shape));
  if (corners.length === 0) return { overlaps: [], holes: [] };
  const [west, south] = corners.reduce(([x, y], [a, b]) => [Math.min(x, a), Math.min(y, b)] as const);
  const [east, north] = corners.reduce(([x, y], [a, b]) => [Math.max(x, a), Math.max(y, b)] as const);
  const step: MapPoint = [(east - west) / cellsPerSide, (north - south) / cellsPerSide];
  const cellAt = (index: number): Cell => {
    const southWest: MapPoint = [
      west + (index % cellsPerSide) * step[0],
      south + Math.floor(index / cellsPerSide) * step[1],
    ];
    return [southWest, [southWest[0] + step[0], southWest[1] + step[1]]];
  };
  const overlaps = new Map<string, Coverage['overlaps'][number]>();
  const isFree: boolean[] = [];
  for (let index = 0; index < cellsPerSide ** 2; index += 1) {
    const cell = cellAt(index);
    const [longitude, latitude] = middleOf([cell]);
    const here = mapped.filter(({ shape }) => covers(shape, { position: { latitude, longitude } }));
    isFree.push(here.length === 0);
    for (const [first, one] of here.entries()) {
      for (const other of here.slice(first + 1)) {
        const names = [one.name, other.name] as const;
        const key = names.join('\n');
        const known = overlaps.get(key) ?? { names, cells: [] };
        known.cells.push(cell);
        overlaps.set(key, known);
      }
    }
  }
  const holes = enclosedIn(isFree).map((indexes) => {
    const cells = indexes.map(cellAt);
    return { middle: middleOf(cells), cells };
  });
  return { overlaps: [...overlaps.values()], holes };
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

function middleOf(cells: readonly Cell[]): MapPoint {
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
