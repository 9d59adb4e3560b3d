import { encode } from 'uqr';

/** A QR code as one path in a square of `side` by `side`, white around it as scanners want. */
interface QrCode {
  side: number;
  path: string;
}

/** Four modules of white around it (ISO/IEC 18004). */
const QUIET = 4;

/** Survives a stain or a fold of 15 %. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const runs = data.flatMap((row, y) => darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { side: size, path: runs.join('') };
}

/** Neighbours in a row as one: without seams, and a third of the text. */
function darkRuns(row: readonly boolean[]): [x: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}

/** The code as an SVG picture: 1000 units wide, to be drawn at any size. Black on white: cameras want it so. */
export function qrSvg({ side, path }: QrCode): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`
  );
}
